"""A sentence pair with its word alignment.

Alignments are written in the Pharaoh format: ``0-0 1-2`` links source word 0 to target word 0 and source word 1 to
target word 2.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
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


def write_pair(pair: Pair) -> str:
    """Return a pair as three columns with tabs between them, the third its links; equal pairs give equal text."""
    return f"{' '.join(pair.source)}\t{' '.join(pair.target)}\t{write_pharaoh(pair.alignment)}"


def read_pair(line: str) -> Pair:
    """Return the pair that ``write_pair`` has written.

    Raises:
        ValueError: the line was not written by it.
    """
    source, target, links = line.split("\t")
    return Pair(tuple(source.split(" ")), tuple(target.split(" ")), _read_links(links))


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


_read_links = lru_cache(100_000)(read_pharaoh)  # most sentences of a corpus share their links with another
