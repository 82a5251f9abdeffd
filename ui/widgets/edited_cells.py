"""Edited cells of matrices as a short text for a link: a checksum of the original, then matrix~row~column~value."""

import math
import re
import zlib
from collections.abc import Mapping

import numpy as np

from model.lab.matrices import MAX_VALUE, Matrix

MAX_CELLS = 40  # keeps links short enough to share
_CELL = re.compile(r"([A-Za-z_0-9]{1,8})~([0-9]{1,3})~([0-9]{1,3})~(\S{1,30})")


def format_edits(original: Mapping[str, Matrix], edited: Mapping[str, Matrix]) -> str:
    """Return the cells that differ as text; "" if there are none or more than ``MAX_CELLS``."""
    cells = [
        f"{name}~{row + 1}~{column + 1}~{format_value(float(edited[name][row, column]))}"
        for name, matrix in original.items()
        for row, column in np.argwhere(matrix != edited[name])
    ]
    return " ".join((compute_checksum(original), *cells)) if 0 < len(cells) <= MAX_CELLS else ""


def apply_edits(original: Mapping[str, Matrix], text: str) -> dict[str, Matrix]:
    """Return copies of the matrices with the edited cells of a link.

    Raises:
        ValueError: the text is malformed or belongs to other matrices; the message is a sentence.
    """
    if not text.strip():
        return dict(original)
    checksum, *cells = text.split()
    if checksum != compute_checksum(original):
        raise ValueError("The edited cells in this link belong to other numbers.")
    if len(cells) > MAX_CELLS:
        raise ValueError(f"There are too many edited cells in this link; the limit is {MAX_CELLS}.")
    edited = {name: matrix.copy() for name, matrix in original.items()}
    for cell in cells:
        parts = _CELL.fullmatch(cell)
        if not parts:
            raise ValueError("An edited cell in this link cannot be read: expected matrix~row~column~value.")
        name, row, column = parts[1], int(parts[2]), int(parts[3])
        if name not in edited or not (1 <= row <= edited[name].shape[0] and 1 <= column <= edited[name].shape[1]):
            raise ValueError(f"An edited cell in this link does not exist: {name}, row {row}, column {column}.")
        edited[name][row - 1, column - 1] = _parse_value(parts[4])
    return edited


def compute_checksum(matrices: Mapping[str, Matrix]) -> str:
    """Return a checksum of names and values, eight hexadecimal digits."""
    checksum = 0
    for name, matrix in matrices.items():
        checksum = zlib.crc32(np.ascontiguousarray(matrix).tobytes(), zlib.crc32(name.encode(), checksum))
    return f"{checksum:08x}"


def format_value(value: float) -> str:
    """Return a number as text that parses to the same number."""
    brief = f"{value:g}"
    return brief if float(brief) == value else repr(value)


def _parse_value(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not abs(value) <= MAX_VALUE:
        raise ValueError("An edited cell in this link is not a number, or too large.")
    return value
