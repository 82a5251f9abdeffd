"""The roles that heads have by their scores, each with its rule and the paper that it follows."""

from collections.abc import Callable
from dataclasses import dataclass

from model.analysis.head_report import HeadScores

LEAST_GAIN = 0.1  # of a syntactic head, in agreement above that of the best fixed offset


@dataclass(frozen=True, slots=True)
class Role:
    """A role of heads, the rule by which a head has it, and where the rule comes from."""

    name: str
    rule: str
    source: str
    is_met: Callable[[HeadScores], bool]


ROLES = (
    Role(
        "positional",
        "at least 90 % of row maxima at one offset, of the rows that have a token there, which are at least three"
        " quarters of all; and confidence above 0.8",
        "Voita et al. 2019; confidence and three quarters chosen here",
        lambda scores: scores.offset_share >= 0.9 and scores.offset_coverage >= 0.75 and scores.confidence > 0.8,
    ),
    Role(
        "sink",
        "more than half of the weight on the first or on the last token",
        "after Xiao et al. 2024; threshold chosen here",
        lambda scores: scores.sink > 0.5,
    ),
    Role(
        "aligner",
        "alignment accuracy of at least 80 % in one of the two readings",
        "readings of Garg et al. 2019 and Chen et al. 2020; threshold chosen here",
        lambda scores: max(scores.alignment_accuracy or 0, scores.alignment_accuracy_fed or 0) >= 0.8,
    ),
    Role(
        "syntactic",
        "agreement with a relation of the grammar 10 points above that of the best fixed offset",
        "Voita et al. 2019, with the baseline of Clark et al. 2019",
        lambda scores: bool(scores.relations) and scores.relations[0].gain >= LEAST_GAIN,
    ),
    Role(
        "diffuse",
        "entropy of at least 95 % of that of uniform weights",
        "threshold chosen here",
        lambda scores: scores.entropy >= 0.95,
    ),
)


def find_roles(scores: HeadScores) -> tuple[str, ...]:
    """Return the names of the roles whose rule a head meets; there may be none."""
    return tuple(role.name for role in ROLES if role.is_met(scores))
