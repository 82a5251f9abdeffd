"""Snapshots: immutable copies of a model at one training step."""

import itertools
from dataclasses import dataclass, field
from typing import Generic, Protocol, Self, TypeVar

from model.inference.text_generator import TextGenerator
from model.inference.translator import Translator
from model.training.evaluation import Evaluation
from model.training.language_evaluation import LanguageEvaluation
from model.training.learning_curve import EvaluationT, LearningCurve
from model.transformer.encoder_decoder import Transformer
from model.transformer.language_model import LanguageModel

_serials = itertools.count()


class Learner(Protocol):
    """A model together with its vocabularies: a ``Translator`` or a ``TextGenerator``."""

    @property
    def model(self) -> Transformer | LanguageModel:
        """The network."""

    def frozen(self) -> Self:
        """Return a copy on the CPU, in evaluation mode, that later training does not change."""


LearnerT = TypeVar("LearnerT", bound=Learner)


@dataclass(frozen=True, eq=False)  # with slots, Python 3.11 cannot construct it through the aliases below
class ModelSnapshot(Generic[LearnerT, EvaluationT]):
    """A model at one training step.

    Attributes:
        learning_curve: of its training up to this step; never empty.
        learner: weights and vocabularies.
        serial: unique in this process, even among snapshots of the same step of the same run; a cache key.
    """

    learning_curve: LearningCurve[EvaluationT]
    learner: LearnerT
    serial: int = field(default_factory=_serials.__next__, init=False)

    @property
    def step(self) -> int:
        """Optimizer steps taken."""
        return self.learning_curve[-1].step

    @property
    def evaluation(self) -> EvaluationT:
        """Scores at this step."""
        return self.learning_curve[-1].evaluation

    @property
    def translator(self: "Snapshot") -> Translator:
        """The learner of a translator's snapshot."""
        return self.learner

    @property
    def text_generator(self: "LanguageSnapshot") -> TextGenerator:
        """The learner of a language model's snapshot."""
        return self.learner


Snapshot = ModelSnapshot[Translator, Evaluation]
LanguageSnapshot = ModelSnapshot[TextGenerator, LanguageEvaluation]
