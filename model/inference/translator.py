"""A translation model together with its two vocabularies."""

import copy
from dataclasses import dataclass

from model.data.vocabulary import Vocabulary
from model.transformer.encoder_decoder import Transformer


@dataclass(frozen=True, slots=True, eq=False)
class Translator:
    """A translation model, its source vocabulary and its target vocabulary."""

    model: Transformer
    source: Vocabulary
    target: Vocabulary

    def frozen(self) -> "Translator":
        """Return a copy on the CPU, in evaluation mode, that later training does not change."""
        model = copy.deepcopy(self.model).cpu().eval().requires_grad_(False)
        return Translator(model, self.source, self.target)
