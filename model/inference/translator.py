"""A model together with the two vocabularies it speaks."""

import copy
from dataclasses import dataclass

from model.data.vocabulary import Vocabulary
from model.transformer.encoder_decoder import Transformer


@dataclass(frozen=True, slots=True, eq=False)
class Translator:
    """What it takes to translate: weights, and the words their rows stand for."""

    model: Transformer
    source: Vocabulary
    target: Vocabulary

    def frozen(self) -> "Translator":
        """A copy on the CPU, in evaluation mode, that later training does not touch."""
        model = copy.deepcopy(self.model).cpu().eval().requires_grad_(False)
        return Translator(model, self.source, self.target)
