"""The weights at one training step, as a value that later training does not touch."""

from dataclasses import dataclass

from model.course import Course
from model.evaluation import Evaluation
from model.translator import Translator


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """A translator as it was at one training step, and the course of its training until then."""

    course: Course
    translator: Translator

    @property
    def step(self) -> int:
        """Optimizer steps taken."""
        return self.course[-1].step

    @property
    def evaluation(self) -> Evaluation:
        """How good it was."""
        return self.course[-1].evaluation
