"""Small matrices and the checks that uploaded and edited ones must pass."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
Check = Callable[[Mapping[str, object]], dict[str, Matrix]]  # returns the checked matrices or raises a ValueError

MAX_SIZE = 64  # rows and columns of a matrix
MAX_WIDE_SIZE = 2 * MAX_SIZE  # the same for a feed-forward network, whose inner width is larger
MAX_VALUE = 1e38  # products and sums of larger numbers overflow
_MAX_NAMED = 3  # unknown names in a message
_MAX_SHOWN = 20  # characters of a cell in a message


def check_matrix(name: str, rows: object, max_size: int = MAX_SIZE, *, is_one_row: bool = False) -> Matrix:
    """Convert rows of numbers to a matrix of at most ``max_size`` rows and columns.

    Args:
        name: of the matrix, in messages.
        rows: of numbers.
        max_size: the most rows and columns.
        is_one_row: accept the numbers of one row without the row around them, as PyTorch has biases.

    Raises:
        ValueError: the message is a sentence that names the problem and its place.
    """
    try:
        matrix = np.array(rows, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(_find_problem(name, rows)) from None
    if is_one_row and matrix.ndim == 1:
        matrix = matrix[None]
    if matrix.ndim != 2 or not matrix.size:
        raise ValueError(f"{name} is not a matrix: it has the shape {matrix.shape}.")
    if max(matrix.shape) > max_size:
        raise ValueError(f"{name} is {_size(matrix)}; up to {max_size} × {max_size} can be used.")
    is_bad = ~(np.abs(matrix) <= MAX_VALUE)  # NaN compares False
    if is_bad.any():
        row, column = np.argwhere(is_bad)[0]
        value = matrix[row, column]
        problem = "is empty or not a number" if np.isnan(value) else f"is {value:g}; the limit is {MAX_VALUE:g}"
        raise ValueError(f"{name}, row {row + 1}, column {column + 1}, {problem}.")
    return matrix


def check_matrices(
    matrices: Mapping[str, object],
    required: Sequence[str],
    optional: Sequence[str] = (),
    *,
    expected: str = "",
    max_size: int = MAX_SIZE,
    of_one_row: Collection[str] = (),
) -> dict[str, Matrix]:
    """Check every matrix and return them in the order of ``required`` and ``optional``.

    Args:
        matrices: rows of numbers by name.
        required: names that must be there.
        optional: names that may be there.
        expected: the names to ask for in a message; ``required`` by default.
        max_size: the most rows and columns.
        of_one_row: names of matrices that may come without the row around their numbers.

    Raises:
        ValueError: a name is unknown or missing, or a matrix is invalid; the message is a sentence.
    """
    known = (*required, *optional)
    unknown = [str(name)[:20] for name in matrices if name not in known]
    missing = [name for name in required if name not in matrices]
    if unknown or missing:
        is_or_are = "is" if len(missing) == 1 else "are"
        named = ", ".join(unknown[:_MAX_NAMED]) + (" …" if len(unknown) > _MAX_NAMED else "")
        problem = f"{named} cannot be used" if unknown else f"{', '.join(missing)} {is_or_are} missing"
        raise ValueError(f"{problem}: give {expected or ', '.join(required)}.")
    return {
        name: check_matrix(name, matrices[name], max_size, is_one_row=name in of_one_row)
        for name in known
        if name in matrices
    }


def check_sizes(fits: bool, rule: str, **matrices: Matrix) -> None:
    """Raise a ValueError with the rule and the sizes of the matrices unless they fit."""
    if not fits:
        sizes = ", ".join(f"{name} is {_size(matrix)}" for name, matrix in matrices.items())
        raise ValueError(f"{rule}: {sizes}.")


def _find_problem(name: str, rows: Any) -> str:
    """Return a sentence that names the first cell that is not a number, else the first row that differs in length."""
    general = f"{name} holds something that is not a number, or rows of different lengths."
    if not isinstance(rows, list | tuple) or not all(isinstance(row, list | tuple | np.ndarray) for row in rows):
        return general
    for number, row in enumerate(rows, start=1):
        for column, cell in enumerate(row, start=1):
            try:
                float(cell)
            except (TypeError, ValueError, OverflowError):
                shown = str(cell)[:_MAX_SHOWN]
                return f"{name}, row {number}, column {column}, is “{shown}”: not a number."
    lengths = [len(row) for row in rows]
    number = next((number for number, length in enumerate(lengths, start=1) if length != lengths[0]), 0)
    if not number:
        return general
    return f"{name} has rows of different lengths: {lengths[0]} in row 1, {lengths[number - 1]} in row {number}."


def _size(matrix: Matrix) -> str:
    return " × ".join(str(n) for n in matrix.shape)
