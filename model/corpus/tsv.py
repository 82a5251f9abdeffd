"""Parallel corpora as text: a pair a line, ``source<TAB>target``, and a third column of Pharaoh links if there is one.

What a person brings is believed nothing: each problem is a sentence that names its line, and a corpus is read whole or
not at all. Text stays as it is written, case and punctuation included; a word is what stands between blanks.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from model.corpus.corpus import Corpus
from model.corpus.holding_out import hold_out
from model.corpus.line import Limits, read_line
from model.corpus.pair import Pair, write_pharaoh

MAX_PROBLEMS = 10  # bad lines that are described; reading stops at the last
_BOM = b"\xef\xbb\xbf"
_FOREIGN = {
    b"PK\x03\x04": "a spreadsheet or a zip archive",
    b"\xd0\xcf\x11\xe0": "an old spreadsheet",
    b"\x1f\x8b": "compressed with gzip",
    b"%PDF": "a PDF",
    b"\xff\xfe": "text in UTF-16",
    b"\xfe\xff": "text in UTF-16",
}
_WANTED = "a text file in UTF-8 with a tab between source and target was expected"


LIMITS = Limits()


class CorpusError(ValueError):
    """A corpus that cannot be used.

    Attributes:
        problems: a sentence each, in the order of their lines; at most ``MAX_PROBLEMS``.
    """

    def __init__(self, *problems: str) -> None:
        self.problems = problems
        more = {1: "", 2: " Another line has a problem too."}.get(
            len(problems), f" {len(problems) - 1} more lines have problems too."
        )
        super().__init__(problems[0] + more)


def read_tsv_file(path: Path, *, seed: int = 0, limits: Limits = LIMITS) -> Corpus:
    """Read a corpus from a file, named as the file is.

    Raises:
        OSError: the file cannot be read.
        CorpusError: what is wrong with it.
    """
    with path.open("rb") as file:
        data = file.read(limits.n_bytes + 1)
        n_bytes = path.stat().st_size
    if len(data) > limits.n_bytes:
        raise CorpusError(_too_large(n_bytes, limits))
    return read_tsv(data, path.stem, seed=seed, limits=limits)


def read_tsv(data: bytes, name: str = "own corpus", *, seed: int = 0, limits: Limits = LIMITS) -> Corpus:
    """Read a corpus and split it into pairs to train on and pairs held out, the same split for the same seed.

    Raises:
        CorpusError: what is wrong with it.
    """
    pairs = read_pairs(data, limits=limits)
    try:
        return Corpus(name, *hold_out(pairs, seed), is_written=True)
    except ValueError as error:
        raise CorpusError(str(error)) from None


def read_pairs(data: bytes, *, limits: Limits = LIMITS) -> tuple[Pair, ...]:
    """All pairs of a text, in the order of its lines; empty lines are passed over.

    Args:
        data: UTF-8 with or without a byte order mark, lines ending in LF or CRLF.
        limits: how much is read.

    Raises:
        CorpusError: what is wrong with it.
    """
    _check_file(data, limits)
    pairs: list[Pair] = []
    problems: list[str] = []
    for number, line in enumerate(data.removeprefix(_BOM).split(b"\n"), start=1):
        line = line.removesuffix(b"\r")
        if not line.strip(b" "):
            continue
        if len(pairs) == limits.n_pairs:
            raise CorpusError(f"Line {number}: there are more than {limits.n_pairs:,} pairs, the most that are read.")
        try:
            pairs.append(read_line(line, limits))
        except ValueError as error:
            problems.append(f"Line {number}: {error}")
            if len(problems) == MAX_PROBLEMS:
                break
    if problems:
        raise CorpusError(*problems)
    if not pairs:
        raise CorpusError("The file has no pairs: all its lines are empty.")
    return tuple(pairs)


def write_tsv(pairs: Iterable[Pair]) -> bytes:
    """Pairs as text that ``read_pairs`` reads back; pairs without links have two columns."""
    return "".join("\t".join(_columns(pair)) + "\n" for pair in pairs).encode()


def _columns(pair: Pair) -> Iterator[str]:
    yield " ".join(pair.source)
    yield " ".join(pair.target)
    if pair.alignment:
        yield write_pharaoh(pair.alignment)


def _check_file(data: bytes, limits: Limits) -> None:
    if not data:
        raise CorpusError("The file is empty.")
    if len(data) > limits.n_bytes:
        raise CorpusError(_too_large(len(data), limits))
    for magic, what in _FOREIGN.items():
        if data.startswith(magic):
            raise CorpusError(f"The file is {what}; {_WANTED}.")
    if (zero := data.find(b"\0")) >= 0:
        number = data.count(b"\n", 0, zero) + 1
        raise CorpusError(f"Line {number}: it holds a zero byte, so this is no text; {_WANTED}.")


def _too_large(n_bytes: int, limits: Limits) -> str:
    return f"The file has {n_bytes:,} bytes; up to {limits.n_bytes:,} are read."
