"""A sentence pair with its word alignment.

Alignments are written in the Pharaoh format: ``0-0 1-2`` links source word 0 to target word 0 and source word 1 to
target word 2.
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


class PairDataset(Protocol):
    """Pairs that can be iterated repeatedly, from memory or from a file."""

    def __iter__(self) -> Iterator[Pair]:
        """Iterate over the pairs, in the same order every time."""

    def __len__(self) -> int:
        """Return the number of pairs."""


def write_pharaoh(alignment: Iterable[tuple[int, int]]) -> str:
    """Return the links as text in ascending order; equal alignments give equal text."""
    return " ".join([f"{source}-{target}" for source, target in sorted(alignment)])


def read_pharaoh(text: str) -> frozenset[tuple[int, int]]:
    """Parse links; empty text is an empty alignment.

    Raises:
        ValueError: a link is not two whole numbers with a hyphen between them; the message quotes it.
    """
    return frozenset(_parse_link(link) for link in text.split())


def _parse_link(link: str) -> tuple[int, int]:
    source, _, target = link.partition("-")
    for number in (source, target):
        if not (number.isascii() and number.isdigit()):
            raise ValueError(f"{link!r} is not an alignment link: expected two indices such as 0-1")
    return int(source), int(target)
