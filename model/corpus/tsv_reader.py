"""Streaming reader of TSV corpora, with an error message for each invalid line."""

from collections.abc import Iterator
from typing import BinaryIO

from model.corpus.pair import Pair
from model.corpus.tsv_line import Limits, read_line

MAX_PROBLEMS = 10  # reported lines; reading stops at the last one
_BOM = b"\xef\xbb\xbf"
_MAGIC_NUMBERS = {
    b"PK\x03\x04": "a spreadsheet or a zip archive",
    b"\xd0\xcf\x11\xe0": "an old spreadsheet",
    b"\x1f\x8b": "compressed with gzip",
    b"%PDF": "a PDF",
    b"\xff\xfe": "text in UTF-16",
    b"\xfe\xff": "text in UTF-16",
}
_EXPECTED = "expected UTF-8 text with a tab between source and target"


class CorpusError(ValueError):
    """Raised for a corpus that cannot be read or split.

    Attributes:
        problems: one sentence for each invalid line, in order; at most ``MAX_PROBLEMS``.
    """

    def __init__(self, *problems: str) -> None:
        self.problems = problems
        more = {1: "", 2: " One more line is invalid."}.get(
            len(problems), f" {len(problems) - 1} more lines are invalid."
        )
        super().__init__(problems[0] + more)


def read_lines(file: BinaryIO, limits: Limits) -> Iterator[Pair]:
    """Yield the pairs of a file; empty lines are skipped.

    Raises:
        CorpusError: the file is invalid; invalid lines are reported at the end, or when there are ``MAX_PROBLEMS``.
    """
    n_pairs = 0
    problems: list[str] = []
    for number, line, n_bytes in _lines(file, limits.line_bytes):
        if not line.strip(b" "):
            continue
        if n_pairs == limits.n_pairs:
            raise CorpusError(f"Line {number}: there are more pairs than the limit of {limits.n_pairs:,}.")
        try:
            if n_bytes > limits.line_bytes:
                raise ValueError(f"the line has {n_bytes:,} bytes; the limit is {limits.line_bytes:,}.")
            pair = read_line(line, limits)
        except ValueError as error:
            problems.append(f"Line {number}: {error}")
            if len(problems) == MAX_PROBLEMS:
                break
        else:
            n_pairs += 1
            yield pair
    if problems:
        raise CorpusError(*problems)
    if not n_pairs:
        raise CorpusError("The file has no pairs: all lines are empty.")


def _lines(file: BinaryIO, max_bytes: int) -> Iterator[tuple[int, bytes, int]]:
    """Yield number, content and length of each line; the content of a line longer than ``max_bytes`` is cut."""
    number = 0
    while line := file.readline(max_bytes + 3):
        number += 1
        if number == 1:
            _check_magic_number(line)
            line = line.removeprefix(_BOM)
        if b"\0" in line:
            raise CorpusError(f"Line {number}: it contains a zero byte, so the file is not text; {_EXPECTED}.")
        n_bytes, part = len(line), line
        while not part.endswith(b"\n") and (part := file.readline(1 << 16)):
            n_bytes += len(part)
        stripped = line.removesuffix(b"\n").removesuffix(b"\r")
        yield number, stripped, n_bytes - part.endswith(b"\n") if n_bytes > len(line) else len(stripped)
    if not number:
        raise CorpusError("The file is empty.")


def _check_magic_number(line: bytes) -> None:
    for magic, file_type in _MAGIC_NUMBERS.items():
        if line.startswith(magic):
            raise CorpusError(f"The file is {file_type}; {_EXPECTED}.")
