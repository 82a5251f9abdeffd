"""One sentence, its translation, and which word renders which.

Alignments travel as Pharaoh text: ``0-0 1-2`` says that target word 0 renders source word 0 and
target word 2 renders source word 1.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Pair:
    """A source sentence, its target sentence and the links (source index, target index)."""

    source: tuple[str, ...]
    target: tuple[str, ...]
    alignment: frozenset[tuple[int, int]]


class Pairs(Protocol):
    """Pairs that can be passed over again and again, whether they are in memory or in a file."""

    def __iter__(self) -> Iterator[Pair]:
        """All pairs, in the same order each time."""

    def __len__(self) -> int:
        """How many there are."""


def write_pharaoh(alignment: Iterable[tuple[int, int]]) -> str:
    """The links as text, in ascending order, so that equal alignments give equal text."""
    return " ".join([f"{source}-{target}" for source, target in sorted(alignment)])


def read_pharaoh(text: str) -> frozenset[tuple[int, int]]:
    """The links that ``text`` writes; empty text is an empty alignment.

    Raises:
        ValueError: A piece is not two whole numbers joined by a hyphen; the message names it.
    """
    return frozenset(_link(piece) for piece in text.split())


def _link(piece: str) -> tuple[int, int]:
    source, _, target = piece.partition("-")
    for number in (source, target):
        if not (number.isascii() and number.isdigit()):
            raise ValueError(f"{piece!r} is not an alignment link: expected two indices such as 0-1")
    return int(source), int(target)
