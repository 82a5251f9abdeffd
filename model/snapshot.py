"""The weights at one training step, as a value that later training does not touch."""

from dataclasses import dataclass

from model.evaluation import Evaluation
from model.translator import Translator


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """A translator as it was at one training step, and how good it was."""

    step: int
    evaluation: Evaluation
    translator: Translator
