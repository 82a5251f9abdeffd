"""Streaming reader of TSV corpora, with one error message for each mistake and the lines that have it."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from model.corpus.pair import Pair
from model.corpus.tsv_line import Limits, LineError, is_header, read_line

MAX_INVALID_LINES = 100  # reading stops at the last one
_MAX_RANGES = 5  # of line numbers in one message
_BOM = b"\xef\xbb\xbf"
_MAGIC_NUMBERS = {
    b"PK\x03\x04": "a spreadsheet or a zip archive",
    b"\xd0\xcf\x11\xe0": "an old spreadsheet",
    b"\x1f\x8b": "compressed with gzip",
    b"%PDF": "a PDF",
    b"\xff\xfe": "text in UTF-16",
    b"\xfe\xff": "text in UTF-16",
}
_EXPECTED = "expected UTF-8 text with a pair of sentences per line"


class CorpusError(ValueError):
    """Raised for a corpus that cannot be read or split.

    Attributes:
        problems: one sentence for each mistake, with the numbers of the lines that have it.
    """

    def __init__(self, *problems: str) -> None:
        self.problems = problems
        n_others = len(problems) - 1
        more = {0: "", 1: " There is one other mistake."}.get(n_others, f" There are {n_others} other mistakes.")
        super().__init__(problems[0] + more)


def read_lines(file: BinaryIO, limits: Limits) -> Iterator[Pair]:
    """Yield the pairs of a file; lines without text and a header line are skipped.

    Raises:
        CorpusError: the file is invalid; mistakes are reported at the end, or after ``MAX_INVALID_LINES``.
    """
    n_pairs = n_invalid = n_lines = 0
    mistakes: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for number, line, n_bytes in _lines(file, limits.line_bytes):
        if not line.strip(b" \t"):
            continue
        n_lines += 1
        if n_lines == 1 and is_header(line):
            continue
        if n_pairs == limits.n_pairs:
            raise CorpusError(f"Line {number}: there are more pairs than the limit of {limits.n_pairs:,}.")
        try:
            if n_bytes > limits.line_bytes:
                limit = f"the limit is {limits.line_bytes:,}."
                raise LineError(f"the line is too long in bytes; {limit}", f"the line has {n_bytes:,} bytes; {limit}")
            pair = read_line(line, limits)
        except LineError as error:
            mistakes[error.mistake].append((number, str(error)))
            n_invalid += 1
            if n_invalid == MAX_INVALID_LINES:
                break
        else:
            n_pairs += 1
            yield pair
    if mistakes:
        is_complete = n_invalid < MAX_INVALID_LINES
        raise CorpusError(*(_describe(mistake, lines, is_complete) for mistake, lines in mistakes.items()))
    if not n_pairs:
        raise CorpusError("There are no pairs: all lines are empty." if not n_lines else "There are no pairs.")


def _describe(mistake: str, lines: Sequence[tuple[int, str]], is_complete: bool) -> str:
    """Return a sentence for a mistake; that of a single line has the details."""
    if len(lines) == 1 and is_complete:
        return f"Line {lines[0][0]}: {lines[0][1]}"
    ranges: list[range] = []
    for number, _ in lines:
        if ranges and ranges[-1].stop == number:
            ranges[-1] = range(ranges[-1].start, number + 1)
        else:
            ranges.append(range(number, number + 1))
    n_others = sum(map(len, ranges[_MAX_RANGES:]))
    parts = [f"{each[0]} to {each[-1]}" if len(each) > 1 else f"{each[0]}" for each in ranges[:_MAX_RANGES]]
    parts += [f"{n_others} others"] if n_others else []
    listed = " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))
    return f"Lines {listed}{'' if is_complete else ', at least'}: {mistake}"


def _lines(file: BinaryIO, max_bytes: int) -> Iterator[tuple[int, bytes, int]]:
    """Yield number, content and length of each line; the content of a line longer than ``max_bytes`` is cut."""
    number = 0
    while line := file.readline(len(_BOM) + max_bytes):
        number += 1
        if number == 1:
            _check_magic_number(line)
            line = line.removeprefix(_BOM)
        if b"\0" in line:
            raise CorpusError(f"Line {number}: it contains a zero byte, so the file is not text; {_EXPECTED}.")
        n_bytes, tail = len(line), line[-2:]
        while not tail.endswith(b"\n") and (part := file.readline(1 << 16)):
            n_bytes, tail = n_bytes + len(part), (tail + part)[-2:]
        yield number, _strip_end(line), n_bytes - len(tail) + len(_strip_end(tail))
    if not number:
        raise CorpusError("The file is empty.")


def _strip_end(line: bytes) -> bytes:
    return line.removesuffix(b"\n").removesuffix(b"\r")


def _check_magic_number(line: bytes) -> None:
    for magic, file_type in _MAGIC_NUMBERS.items():
        if line.startswith(magic):
            raise CorpusError(f"The file is {file_type}; {_EXPECTED}.")
