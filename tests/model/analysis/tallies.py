"""Tallies filled from maps made up for a test."""

from collections.abc import Iterable
from typing import Any, Protocol, TypeVar


class _Tally(Protocol):
    def add(self, maps: Any) -> None: ...


Tally = TypeVar("Tally", bound=_Tally)


def fill(tally: Tally, maps: Iterable[Any]) -> Tally:
    """Add all maps to a tally, and return it."""
    for each in maps:
        tally.add(each)
    return tally
