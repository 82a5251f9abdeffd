"""One line of a parallel corpus: source, tab, target, and a second tab and an alignment if there is one."""

import sys
from dataclasses import dataclass
from itertools import accumulate, chain

from model.corpus.pair import Pair, read_pharaoh
from model.corpus.words import is_mark, lowered, split, visible

Pieces = list[tuple[str, ...]]  # for each word between blanks, what it falls into


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a corpus is read."""

    n_bytes: int = 50_000_000
    n_pairs: int = 200_000
    line_bytes: int = 10_000
    tokens: int = 100  # on each side of a pair


class LineReader:
    """Reads lines, and remembers what each run of letters between blanks falls into: most come again and again."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._known: dict[str, tuple[str, ...]] = {}

    def pair(self, line: bytes) -> Pair:
        """One line.

        Raises:
            ValueError: what is wrong with it, without its number.
        """
        if len(line) > self._limits.line_bytes:
            raise ValueError(f"the line has {len(line):,} bytes; up to {self._limits.line_bytes:,} are read.")
        try:
            columns = line.decode().split("\t")
        except UnicodeDecodeError as error:
            raise ValueError(f"byte {error.start + 1} (0x{line[error.start]:02x}) is not UTF-8.") from None
        if not 2 <= len(columns) <= 3:
            n_tabs = {1: "no tab"}.get(len(columns), f"{len(columns) - 1} tabs")
            raise ValueError(f"{n_tabs}; source, a tab and target were expected, or a second tab and an alignment.")
        source, target = self._side(columns[0], "source"), self._side(columns[1], "target")
        links = _links(columns[2], source, target) if columns[2:] else frozenset()
        return Pair(tuple(chain(*source)), tuple(chain(*target)), _spread(links, source, target))

    def _side(self, column: str, name: str) -> Pieces:
        pieces = [self._pieces(chunk) for chunk in column.split(" ") if chunk]
        n_words = sum(map(len, pieces))
        if not n_words:
            raise ValueError(f"the {name} is empty.")
        if n_words > self._limits.tokens:
            raise ValueError(f"the {name} has {n_words:,} words and marks; up to {self._limits.tokens} are read.")
        return pieces

    def _pieces(self, chunk: str) -> tuple[str, ...]:
        if chunk not in self._known:
            self._known[chunk] = tuple(map(sys.intern, split(lowered(visible(chunk)))))
        return self._known[chunk]


def _links(column: str, source: Pieces, target: Pieces) -> frozenset[tuple[int, int]]:
    try:
        links = read_pharaoh(column)
    except ValueError as error:
        reason = str(error) if len(str(error)) < 100 else "the alignment holds something else than links such as 0-1"
        raise ValueError(f"{reason}.") from None
    for link in sorted(links):
        for index, side, pieces in zip(link, ("source", "target"), (source, target), strict=True):
            if index >= len(pieces):
                known = f"has words 0 to {len(pieces) - 1}"
                raise ValueError(f"the link {link[0]}-{link[1]} is out of range: the {side} {known}.")
    return links


def _spread(links: frozenset[tuple[int, int]], source: Pieces, target: Pieces) -> frozenset[tuple[int, int]]:
    """Links between words as links between their pieces: words with words, marks with marks, if there are such."""
    if all(len(piece) == 1 for piece in chain(source, target)):
        return links
    starts = [list(accumulate(map(len, side), initial=0)) for side in (source, target)]
    spread: set[tuple[int, int]] = set()
    for link in links:
        ends = [
            [(start[i] + k, is_mark(word)) for k, word in enumerate(side[i])]
            for i, start, side in zip(link, starts, (source, target), strict=True)
        ]
        joined = [((i, j), a == b) for i, a in ends[0] for j, b in ends[1]]
        is_any = any(alike for _, alike in joined)
        spread.update(pair for pair, alike in joined if alike or not is_any)
    return frozenset(spread)
