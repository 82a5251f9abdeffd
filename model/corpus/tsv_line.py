"""One line of a parallel corpus: source, tab, target, and a second tab and an alignment if there is one."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain

from model.corpus.pair import Pair, read_pharaoh
from model.corpus.text import visible

Chunks = list[list[str]]  # what stands between plain blanks, and the words it is: one, unless other blanks are in it


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a corpus is read."""

    n_bytes: int = 50_000_000
    n_pairs: int = 200_000
    line_bytes: int = 10_000
    words: int = 100  # on each side of a pair
    characters: int = 1_000  # on each side; no more pieces than positions that a model has


def read_line(line: bytes, limits: Limits) -> Pair:
    """The pair of one line, its words as they are written.

    Raises:
        ValueError: what is wrong with it, without its number.
    """
    try:
        columns = line.decode().split("\t")
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {error.start + 1} (0x{line[error.start]:02x}) is not UTF-8.") from None
    if not 2 <= len(columns) <= 3:
        n_tabs = {1: "no tab"}.get(len(columns), f"{len(columns) - 1} tabs")
        raise ValueError(f"{n_tabs}; source, a tab and target were expected, or a second tab and an alignment.")
    source, target = _side(columns[0], "source", limits), _side(columns[1], "target", limits)
    links = _links(columns[2], source, target) if columns[2:] else frozenset()
    return Pair(tuple(chain(*source)), tuple(chain(*target)), _spread(links, source, target))


def _side(column: str, name: str, limits: Limits) -> Chunks:
    if column.isprintable():  # then plain blanks are all there are
        chunks = [[word] for word in visible(column).split()]
    else:
        chunks = [visible(chunk).split() for chunk in column.split(" ") if chunk]
    n_words = sum(map(len, chunks))
    if not n_words:
        raise ValueError(f"the {name} is empty.")
    if n_words > limits.words:
        raise ValueError(f"the {name} has {n_words:,} words; up to {limits.words} are read.")
    n_characters = n_words - 1 + sum(len(word) for words in chunks for word in words)
    if n_characters > limits.characters:
        raise ValueError(f"the {name} has {n_characters:,} characters; up to {limits.characters:,} are read.")
    return chunks


def _links(column: str, source: Chunks, target: Chunks) -> frozenset[tuple[int, int]]:
    try:
        links = read_pharaoh(column)
    except ValueError as error:
        reason = str(error) if len(str(error)) < 100 else "the alignment holds something else than links such as 0-1"
        raise ValueError(f"{reason}.") from None
    for link in sorted(links):
        for index, side, chunks in zip(link, ("source", "target"), (source, target), strict=True):
            if index >= len(chunks):
                known = f"has words 0 to {len(chunks) - 1}"
                raise ValueError(f"the link {link[0]}-{link[1]} is out of range: the {side} {known}.")
    return links


def _spread(links: frozenset[tuple[int, int]], source: Chunks, target: Chunks) -> frozenset[tuple[int, int]]:
    """Links as aligners count, by plain blanks alone, as links between words, which no-break spaces part as well."""
    if not links or all(len(words) == 1 for words in chain(source, target)):
        return links
    sources, targets = _places(source), _places(target)
    return frozenset((i, j) for chunk, other in links for i in sources[chunk] for j in targets[other])


def _places(chunks: Sequence[Sequence[str]]) -> list[range]:
    """The numbers of the words of each chunk."""
    ends = accumulate(map(len, chunks))
    return [range(end - len(words), end) for words, end in zip(chunks, ends, strict=True)]
