"""The lines of a parallel corpus, read one by one; what is wrong with them is told in sentences that name the line."""

from collections.abc import Iterator
from typing import BinaryIO

from model.corpus.pair import Pair
from model.corpus.tsv_line import Limits, read_line

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


def read_lines(file: BinaryIO, limits: Limits) -> Iterator[Pair]:
    """The pairs of a file, one after the other; empty lines are passed over.

    Raises:
        CorpusError: what is wrong with it, at the end, or once it is too much.
    """
    n_pairs = 0
    problems: list[str] = []
    for number, line, n_bytes in _lines(file, limits.line_bytes):
        if not line.strip(b" "):
            continue
        if n_pairs == limits.n_pairs:
            raise CorpusError(f"Line {number}: there are more than {limits.n_pairs:,} pairs, the most that are read.")
        try:
            if n_bytes > limits.line_bytes:
                raise ValueError(f"the line has {n_bytes:,} bytes; up to {limits.line_bytes:,} are read.")
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
        raise CorpusError("The file has no pairs: all its lines are empty.")


def _lines(file: BinaryIO, most: int) -> Iterator[tuple[int, bytes, int]]:
    """Lines with their numbers and lengths; of a line of more than ``most`` bytes the beginning alone."""
    number = 0
    while line := file.readline(most + 3):
        number += 1
        if number == 1:
            _check_beginning(line)
            line = line.removeprefix(_BOM)
        if b"\0" in line:
            raise CorpusError(f"Line {number}: it holds a zero byte, so this is no text; {_WANTED}.")
        n_bytes, part = len(line), line
        while not part.endswith(b"\n") and (part := file.readline(1 << 16)):
            n_bytes += len(part)
        stripped = line.removesuffix(b"\n").removesuffix(b"\r")
        yield number, stripped, n_bytes - part.endswith(b"\n") if n_bytes > len(line) else len(stripped)
    if not number:
        raise CorpusError("The file is empty.")


def _check_beginning(line: bytes) -> None:
    for magic, what in _FOREIGN.items():
        if line.startswith(magic):
            raise CorpusError(f"The file is {what}; {_WANTED}.")
