"""Scores over held-out sentences, and what a model loses of each without some heads."""

from collections.abc import Callable
from dataclasses import dataclass

from model.analysis.prediction_scores import PredictionScores

WAITS = "Heads are measured when the training has ended. To measure them now, choose an earlier step."
TOO_LONG = "The held-out sentences of this corpus are too long to measure heads on."


@dataclass(frozen=True, slots=True)
class Score:
    """A score that falls when heads are missing.

    Attributes:
        name: of the score.
        unit: of a loss.
        factor: from the score to the unit.
        read: returns the score.
    """

    name: str
    unit: str
    factor: float
    read: Callable[[PredictionScores], float]

    @property
    def n_digits(self) -> int:
        """Decimals of a loss in a table."""
        return 1 if self.unit == "points" else 3

    def lose(self, untouched: PredictionScores, scores: PredictionScores) -> float:
        """Return what is lost, in the unit."""
        return self.factor * (self.read(untouched) - self.read(scores)) + 0.0  # not -0.0


SCORES = {
    each.name: each
    for each in (
        Score("exact match", "points", 100, lambda scores: scores.exact_match),
        Score("token accuracy", "points", 100, lambda scores: scores.token_accuracy),
        Score("log-probability", "nats", 1, lambda scores: scores.log_probability),
    )
}
