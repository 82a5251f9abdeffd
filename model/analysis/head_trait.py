"""The measure that shows the role of a head."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from model.analysis.head_offsets import name_offset
from model.analysis.head_report import HeadScores
from model.analysis.head_roles import find_roles


@dataclass(frozen=True, slots=True)
class Trait:
    """A measure of a head.

    Attributes:
        name: of the measure.
        read: returns it; None or NaN where there is none.
        is_smaller_better: True for errors.
    """

    name: str
    read: Callable[[HeadScores], float | None]
    is_smaller_better: bool = False

    def rate(self, scores: HeadScores) -> float | None:
        """Return a number that is larger for better heads; None where there is no measure."""
        value = self.read(scores)
        return None if value is None or math.isnan(value) else -value if self.is_smaller_better else value


def find_trait(head: HeadScores) -> Trait | None:
    """Return the measure behind the first role of a head; None for a head without a role."""
    return _TRAITS[roles[0]](head) if (roles := find_roles(head)) else None


def _find_reading(head: HeadScores) -> Trait:
    """Return the alignment accuracy in the better of its two readings."""
    if (head.alignment_accuracy or 0.0) >= (head.alignment_accuracy_fed or 0.0):
        return Trait("alignment", lambda scores: scores.alignment_accuracy)
    return Trait("alignment as fed", lambda scores: scores.alignment_accuracy_fed)


def find_best_relation(head: HeadScores) -> Trait:
    """Return the agreement with the relation that a head with relations follows most above a fixed offset."""
    name = head.relations[0].name
    return Trait(name, lambda scores: next((each.agreement for each in scores.relations if each.name == name), None))


def _find_offset(head: HeadScores) -> Trait:
    return Trait(f"share at offset {name_offset(head.best_offset)}", lambda scores: scores.offset_share)


def _find_sink(head: HeadScores) -> Trait:
    return Trait(f"weight on the {'last' if head.sink_is_last else 'first'} token", lambda scores: scores.sink)


_TRAITS: dict[str, Callable[[HeadScores], Trait]] = {
    "positional": _find_offset,
    "sink": _find_sink,
    "aligner": _find_reading,
    "syntactic": find_best_relation,
    "diffuse": lambda _: Trait("entropy", lambda scores: scores.entropy),
}
