"""The weights at one training step, as a value that later training does not touch."""

import itertools
from dataclasses import dataclass, field

from model.inference.translator import Translator
from model.training.evaluation import Evaluation
from model.training.learning_curve import Course

serials = itertools.count()


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """A translator as it was at one training step.

    Attributes:
        course: of its training until then.
        translator: its weights and vocabularies.
        serial: no other snapshot of this process has it, not even one of the same step of the same run: what is
            computed with a snapshot can be kept under it.
    """

    course: Course
    translator: Translator
    serial: int = field(default_factory=serials.__next__, init=False)

    @property
    def step(self) -> int:
        """Optimizer steps taken."""
        return self.course[-1].step

    @property
    def evaluation(self) -> Evaluation:
        """How good it was."""
        return self.course[-1].evaluation
