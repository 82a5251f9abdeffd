"""A language model together with its vocabulary."""

import copy
from dataclasses import dataclass

from model.data.vocabulary import Vocabulary
from model.transformer.language_model import LanguageModel


@dataclass(frozen=True, slots=True, eq=False)
class TextGenerator:
    """A language model and the words its rows stand for."""

    model: LanguageModel
    vocabulary: Vocabulary

    def frozen(self) -> "TextGenerator":
        """A copy on the CPU, in evaluation mode, that later training does not touch."""
        return TextGenerator(copy.deepcopy(self.model).cpu().eval().requires_grad_(False), self.vocabulary)
