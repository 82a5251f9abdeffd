"""Edited cells as a short text for a link, and back: which numbers were edited, then matrix, row, column and value."""

import math
import re
import zlib
from collections.abc import Mapping

import numpy as np

from model.lab.matrices import MAX_VALUE, Matrix

MOST = 40  # cells: a link that people can still pass on
_CELL = re.compile(r"([A-Za-z_0-9]{1,8})~([0-9]{1,3})~([0-9]{1,3})~(\S{1,30})")


def written(found: Mapping[str, Matrix], edited: Mapping[str, Matrix]) -> str:
    """The cells that differ, "" where there are none or more than ``MOST``."""
    cells = [
        f"{name}~{row + 1}~{column + 1}~{_short(float(edited[name][row, column]))}"
        for name, matrix in found.items()
        for row, column in np.argwhere(matrix != edited[name])
    ]
    return " ".join((mark(found), *cells)) if 0 < len(cells) <= MOST else ""


def applied(found: Mapping[str, Matrix], text: str) -> dict[str, Matrix]:
    """The matrices with the cells of a link put in.

    Raises:
        ValueError: the text is none, or is about other numbers; the message is a sentence.
    """
    if not text.strip():
        return dict(found)
    whose, *cells = text.split()
    if whose != mark(found):
        raise ValueError("The edited cells in this link belong to other numbers.")
    if len(cells) > MOST:
        raise ValueError(f"This link holds too many edited cells; {MOST} is the most.")
    edited = {name: matrix.copy() for name, matrix in found.items()}
    for cell in cells:
        parts = _CELL.fullmatch(cell)
        if not parts:
            raise ValueError("An edited cell in this link cannot be read: it wants matrix~row~column~value.")
        name, row, column = parts[1], int(parts[2]), int(parts[3])
        if name not in edited or not (1 <= row <= edited[name].shape[0] and 1 <= column <= edited[name].shape[1]):
            raise ValueError(f"There is no such cell as this link edits: {name}, row {row}, column {column}.")
        edited[name][row - 1, column - 1] = _value(parts[4])
    return edited


def mark(found: Mapping[str, Matrix]) -> str:
    """What tells these numbers from others."""
    checksum = 0
    for name, matrix in found.items():
        checksum = zlib.crc32(np.ascontiguousarray(matrix).tobytes(), zlib.crc32(name.encode(), checksum))
    return f"{checksum:08x}"


def _short(value: float) -> str:
    brief = f"{value:g}"
    return brief if float(brief) == value else repr(value)


def _value(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not abs(value) <= MAX_VALUE:
        raise ValueError("An edited cell in this link is not a number, or too large.")
    return value
