"""A language model together with its vocabulary."""

import copy
from dataclasses import dataclass

from model.data.vocabulary import Vocabulary
from model.transformer.language_model import LanguageModel


@dataclass(frozen=True, slots=True, eq=False)
class TextGenerator:
    """A language model and its vocabulary."""

    model: LanguageModel
    vocabulary: Vocabulary

    def frozen(self) -> "TextGenerator":
        """Return a copy on the CPU, in evaluation mode, that later training does not change."""
        return TextGenerator(copy.deepcopy(self.model).cpu().eval().requires_grad_(False), self.vocabulary)
