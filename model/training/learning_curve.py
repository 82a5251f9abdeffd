"""The learning curve of a training: loss, evaluation, tokens and time at each report."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Generic, TypeVar

from model.storage.untrusted_json import read_number
from model.training.evaluation import Evaluation
from model.training.typing_evaluation import TypingScores

EvaluationT = TypeVar("EvaluationT")  # the scores of one kind of model


@dataclass(frozen=True, slots=True)
class CurvePoint(Generic[EvaluationT]):
    """One report of a training.

    Attributes:
        step: optimizer steps taken; 0 is the initialized model.
        loss: mean since the previous point of the training losses of the batches, in nats per token, whatever their
            sizes; with smoothed labels, and with the loss of the guided alignment, where these are on; NaN at step 0.
        evaluation: scores on held-out sentences.
        n_tokens: tokens trained on so far, without padding; 0 if unknown.
        seconds: training time so far, with evaluation and without waiting; 0 if unknown.
    """

    step: int
    loss: float
    evaluation: EvaluationT
    n_tokens: int = 0
    seconds: float = 0.0

    @property
    def tokens_per_second(self) -> float:
        """Mean since the training began; 0 at step 0."""
        return self.n_tokens / self.seconds if self.seconds else 0.0


_TYPING_SCORES = tuple(field.name for field in fields(TypingScores))
_MAX_POINTS = 1000  # a training reports fewer than 100 times
_MAX_SENTENCES = 1_000_000_000
LearningCurve = tuple[CurvePoint[EvaluationT], ...]


def write_curve(curve: LearningCurve[Evaluation]) -> list[dict[str, Any]]:
    """Return the learning curve of a translator as JSON values."""
    return [asdict(point) for point in curve]


def read_curve(points: list[Mapping[str, Any]]) -> LearningCurve[Evaluation]:
    """Return the learning curve that ``write_curve`` wrote.

    Raises:
        KeyError: a value is missing.
        TypeError: a value is of the wrong type.
        ValueError: a value is not a number or out of range, there is no point or too many, or the steps do not ascend.
        OverflowError: a whole number is infinite.
    """
    if len(points) > _MAX_POINTS:
        raise ValueError(f"its learning curve has more than {_MAX_POINTS} points")
    curve = tuple(_read_point(point) for point in points)
    steps = [point.step for point in curve]
    if not steps or steps != sorted(set(steps)) or steps[0] < 0:
        raise ValueError("the steps of its learning curve do not ascend")
    return curve


def _read_point(values: Mapping[str, Any]) -> CurvePoint[Evaluation]:
    scores = values["evaluation"]
    evaluation = Evaluation(
        loss=float(scores["loss"]),
        exact_match=float(scores["exact_match"]),
        alignment_accuracy=read_number(scores["alignment_accuracy"]),
        n_sentences=int(scores["n_sentences"]),
        **{name: read_number(scores.get(name)) for name in _TYPING_SCORES},  # older files lack them
    )
    n_tokens, seconds = int(values["n_tokens"]), float(values["seconds"])
    point = CurvePoint(int(values["step"]), float(values["loss"]), evaluation, n_tokens, seconds)
    if not (0 <= seconds < math.inf and 0 <= point.tokens_per_second < math.inf):
        raise ValueError("its learning curve has an impossible training time")
    _check_scores(evaluation)
    return point


def _check_scores(scores: Evaluation) -> None:
    shares = (scores.exact_match, scores.alignment_accuracy, scores.doubled_share, scores.length_limit_share)
    are_shares = all(share is None or 0 <= share <= 1 for share in (*shares, scores.calibration_error))
    erasure = scores.normalized_erasure
    if not are_shares or not (erasure is None or 0 <= erasure < math.inf):
        raise ValueError("its learning curve has an impossible score")
    if not 0 <= scores.n_sentences <= _MAX_SENTENCES:
        raise ValueError("its learning curve has an impossible number of sentences")
