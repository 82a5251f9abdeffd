"""One line of a TSV corpus: source, target, and optionally an alignment, with a separator between them.

The separator is a tab, as in TSV files; ``|||``, as in the files of word aligners; or a run of two or more spaces. A
line with a tab is separated by tabs alone, any other line with ``|||`` by ``|||`` alone, and the rest by spaces.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain

from model.corpus.pair import Pair, read_pharaoh
from model.corpus.text import normalize_text

Chunks = list[list[str]]  # text between ASCII spaces, split into words at other whitespace
HEADER = ("source", "target", "alignment")
_LANGUAGES = (
    "english",
    "french",
    "german",
    "spanish",
    "italian",
    "portuguese",
    "dutch",
    "russian",
    "chinese",
    "japanese",
)
_CODES = ("en", "fr", "de", "es", "it", "pt", "nl", "ru", "zh", "ja")
_COLUMN_NAMES = {*HEADER, *_LANGUAGES, *_CODES, "src", "tgt", "trg", "sentence", "translation", "anglais", "français"}


@dataclass(frozen=True, slots=True)
class Limits:
    """Upper limits of a TSV corpus."""

    n_bytes: int = 50_000_000
    n_pairs: int = 200_000
    line_bytes: int = 10_000
    words: int = 100  # of a sentence
    characters: int = 1_000  # of a sentence; no more subwords than positions of a model


class LineError(ValueError):
    """Raised for an invalid line.

    Attributes:
        mistake: the same sentence for each line with this mistake; the message of the error may add details.
    """

    def __init__(self, mistake: str, detail: str = "") -> None:
        super().__init__(detail or mistake)
        self.mistake = mistake


def read_line(line: bytes, limits: Limits) -> Pair:
    """Parse a line; case and punctuation stay unchanged.

    Raises:
        LineError: the line is invalid; the message says why, without its number.
    """
    try:
        columns = split_columns(line.decode())
    except UnicodeDecodeError as error:
        detail = f"byte {error.start + 1} (0x{line[error.start]:02x}) is not UTF-8; save the text as UTF-8."
        raise LineError("the text is not UTF-8; save it as UTF-8.", detail) from None
    if len(columns) < 2:
        raise LineError("no separator; expected a tab, ||| or two spaces between a sentence and its translation.")
    if len(columns) > 3:
        expected = "expected source, target and optionally an alignment."
        raise LineError(f"too many columns; {expected}", f"{len(columns)} columns; {expected}")
    source, target = _parse_sentence(columns[0], "source", limits), _parse_sentence(columns[1], "target", limits)
    links = _parse_links(columns[2], source, target) if columns[2:] else frozenset()
    return Pair(tuple(chain(*source)), tuple(chain(*target)), _link_words(links, source, target))


def split_columns(line: str) -> list[str]:
    """Split a line at its separators; empty columns after the second, which spreadsheets add, are dropped."""
    if "\t" in line:
        columns = line.split("\t")
    elif "|||" in line:
        columns = line.split("|||")
    else:
        columns = re.split(" {2,}", line.strip(" "))
    while len(columns) > 2 and not columns[-1].strip(" "):
        columns.pop()
    return columns


def is_header(line: bytes) -> bool:
    """Return True if every column of a line is the name of a column or of a language, such as ``English``."""
    columns = [column.strip().casefold() for column in split_columns(line.decode(errors="replace"))]
    return len(columns) > 1 and _COLUMN_NAMES.issuperset(columns)


def _parse_sentence(column: str, name: str, limits: Limits) -> Chunks:
    if column.isprintable():  # no whitespace but ASCII spaces
        chunks = [[word] for word in normalize_text(column).split()]
    else:
        chunks = [normalize_text(chunk).split() for chunk in column.split(" ") if chunk]
    n_words = sum(map(len, chunks))
    if not n_words:
        raise LineError(f"the {name} is empty.")
    if n_words > limits.words:
        limit = f"the limit is {limits.words}."
        raise LineError(f"the {name} has too many words; {limit}", f"the {name} has {n_words:,} words; {limit}")
    n_characters = n_words - 1 + sum(len(word) for words in chunks for word in words)
    if n_characters > limits.characters:
        limit = f"the limit is {limits.characters:,}."
        detail = f"the {name} has {n_characters:,} characters; {limit}"
        raise LineError(f"the {name} has too many characters; {limit}", detail)
    return chunks


def _parse_links(column: str, source: Chunks, target: Chunks) -> frozenset[tuple[int, int]]:
    try:
        links = read_pharaoh(column)
    except ValueError as error:
        reason = str(error) if len(str(error)) < 100 else "the alignment contains more than links such as 0-1"
        mistake = "the third column is not an alignment; expected links such as 0-1."
        raise LineError(mistake, f"{reason}.") from None
    for link in sorted(links):
        for index, side, chunks in zip(link, ("source", "target"), (source, target), strict=True):
            if index >= len(chunks):
                words = f"the {side} has words 0 to {len(chunks) - 1}."
                mistake = "a link of the alignment is out of range; words are counted from 0."
                raise LineError(mistake, f"the link {link[0]}-{link[1]} is out of range: {words}")
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
