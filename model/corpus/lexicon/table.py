"""Tab-separated files beside this module: one line an entry, a header line on top.

An empty cell stands for the regular form, ``-`` for a form that does not exist. To add a word, add a line.
"""

import csv
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
Row = dict[str, str]

FOLDER = Path(__file__).parent


class LexiconError(ValueError):
    """Raised for a line of a table that cannot be read; the message names the file and the line."""


def read_table(path: Path, read_row: Callable[[Row], T]) -> tuple[T, ...]:
    """Read a table.

    Raises:
        LexiconError: a line is invalid.
    """
    entries = []
    with path.open(encoding="utf-8", newline="") as file:
        for row in (reader := csv.DictReader(file, delimiter="\t", restval="", quoting=csv.QUOTE_NONE)):
            try:
                entries.append(read_row(row))
            except (KeyError, ValueError) as error:
                raise LexiconError(f"{path.name}, line {reader.line_num}: {error}") from None
    return tuple(entries)


def read_form(cell: str, regular: str) -> str:
    """Return the form that a cell names: the regular one if it is empty, "" for ``-``."""
    return "" if cell == "-" else cell or regular
