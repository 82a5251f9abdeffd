"""One line of a TSV corpus: source, tab, target, and optionally a second tab and an alignment."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain

from model.corpus.pair import Pair, read_pharaoh
from model.corpus.text import normalize_text

Chunks = list[list[str]]  # text between ASCII spaces, split into words at other whitespace


@dataclass(frozen=True, slots=True)
class Limits:
    """Upper limits of a TSV corpus."""

    n_bytes: int = 50_000_000
    n_pairs: int = 200_000
    line_bytes: int = 10_000
    words: int = 100  # of a sentence
    characters: int = 1_000  # of a sentence; no more subwords than positions of a model


def read_line(line: bytes, limits: Limits) -> Pair:
    """Parse a line; case and punctuation stay unchanged.

    Raises:
        ValueError: the line is invalid; the message says why, without its number.
    """
    try:
        columns = line.decode().split("\t")
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {error.start + 1} (0x{line[error.start]:02x}) is not UTF-8.") from None
    if not 2 <= len(columns) <= 3:
        n_tabs = {1: "no tab"}.get(len(columns), f"{len(columns) - 1} tabs")
        raise ValueError(f"{n_tabs}; expected source, tab, target and optionally a second tab and an alignment.")
    source, target = _parse_sentence(columns[0], "source", limits), _parse_sentence(columns[1], "target", limits)
    links = _parse_links(columns[2], source, target) if columns[2:] else frozenset()
    return Pair(tuple(chain(*source)), tuple(chain(*target)), _link_words(links, source, target))


def _parse_sentence(column: str, name: str, limits: Limits) -> Chunks:
    if column.isprintable():  # no whitespace but ASCII spaces
        chunks = [[word] for word in normalize_text(column).split()]
    else:
        chunks = [normalize_text(chunk).split() for chunk in column.split(" ") if chunk]
    n_words = sum(map(len, chunks))
    if not n_words:
        raise ValueError(f"the {name} is empty.")
    if n_words > limits.words:
        raise ValueError(f"the {name} has {n_words:,} words; the limit is {limits.words}.")
    n_characters = n_words - 1 + sum(len(word) for words in chunks for word in words)
    if n_characters > limits.characters:
        raise ValueError(f"the {name} has {n_characters:,} characters; the limit is {limits.characters:,}.")
    return chunks


def _parse_links(column: str, source: Chunks, target: Chunks) -> frozenset[tuple[int, int]]:
    try:
        links = read_pharaoh(column)
    except ValueError as error:
        reason = str(error) if len(str(error)) < 100 else "the alignment contains more than links such as 0-1"
        raise ValueError(f"{reason}.") from None
    for link in sorted(links):
        for index, side, chunks in zip(link, ("source", "target"), (source, target), strict=True):
            if index >= len(chunks):
                words = f"has words 0 to {len(chunks) - 1}"
                raise ValueError(f"the link {link[0]}-{link[1]} is out of range: the {side} {words}.")
    return links


def _link_words(links: frozenset[tuple[int, int]], source: Chunks, target: Chunks) -> frozenset[tuple[int, int]]:
    """Convert links between chunks, which aligners count, into links between words."""
    if not links or all(len(words) == 1 for words in chain(source, target)):
        return links
    sources, targets = _word_indices(source), _word_indices(target)
    return frozenset((i, j) for first, second in links for i in sources[first] for j in targets[second])


def _word_indices(chunks: Sequence[Sequence[str]]) -> list[range]:
    """Return the indices of the words of each chunk."""
    ends = accumulate(map(len, chunks))
    return [range(end - len(words), end) for words, end in zip(chunks, ends, strict=True)]
