"""The course of a training: what it had come to at each of its reports."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from model.training.evaluation import Evaluation


@dataclass(frozen=True, slots=True)
class Point:
    """One report.

    Attributes:
        step: optimizer steps taken; 0 is the model as initialised.
        loss: mean training loss since the point before, in nats per token; NaN at step 0.
        evaluation: scores on held-out sentences.
        n_tokens: tokens trained on so far, both languages, padding aside.
        seconds: time worked so far, evaluation included and waiting left out.
    """

    step: int
    loss: float
    evaluation: Evaluation
    n_tokens: int
    seconds: float

    @property
    def tokens_per_second(self) -> float:
        """Since the training began; 0 at step 0."""
        return self.n_tokens / self.seconds if self.seconds else 0.0


Course = tuple[Point, ...]


def course_facts(course: Course) -> list[dict[str, Any]]:
    """The course as plain values for a file."""
    return [asdict(point) for point in course]


def read_course(facts: list[Mapping[str, Any]]) -> Course:
    """The course that ``course_facts`` wrote.

    Raises:
        KeyError: something is missing.
        TypeError: something is not what it should be.
        ValueError: something is no number, or too large or small, there is no point, or the steps do not ascend.
        OverflowError: a whole number is said to be infinite.
    """
    course = tuple(_read_point(point) for point in facts)
    steps = [point.step for point in course]
    if not steps or steps != sorted(set(steps)) or steps[0] < 0:
        raise ValueError("its course does not go from step to step")
    return course


def _read_point(facts: Mapping[str, Any]) -> Point:
    scores = facts["evaluation"]
    pointing = scores["alignment_accuracy"]
    evaluation = Evaluation(
        loss=float(scores["loss"]),
        exact_match=float(scores["exact_match"]),
        alignment_accuracy=None if pointing is None else float(pointing),
        n_sentences=int(scores["n_sentences"]),
    )
    n_tokens, seconds = int(facts["n_tokens"]), float(facts["seconds"])
    point = Point(int(facts["step"]), float(facts["loss"]), evaluation, n_tokens, seconds)
    if not (0 <= seconds < math.inf and 0 <= point.tokens_per_second < math.inf):
        raise ValueError("its course took a time that no training takes")
    return point
