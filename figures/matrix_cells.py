"""The texts of a matrix: the number in each cell, and its hover text.

Shapes: R rows, C columns.
"""

import math
from collections.abc import Sequence

import numpy as np
from jaxtyping import Float

from figures.layout import escape_markup

_MAX_DECIMALS = 2


def format_cells(values: Float[np.ndarray, "R C"]) -> list[list[str]]:
    """Return the numbers of a matrix as texts: all with as many decimals as one of them needs, at most two.

    Numbers from 10 on have three digits or are whole, scientific from 100,000; those that are not finite are empty.
    """
    finite = values[np.isfinite(values)].astype(np.float64)
    rounded = finite.round(_MAX_DECIMALS)
    decimals = next(n for n in range(_MAX_DECIMALS + 1) if np.array_equal(finite.round(n), rounded))
    return [[_format_cell(value, decimals) for value in row] for row in values.tolist()]


def _format_cell(value: float, decimals: int) -> str:
    if not math.isfinite(value):
        return ""
    absolute = abs(value)
    if absolute < 5e-4:
        return "0"
    if absolute >= 99999.5:
        return f"{value:.0e}".replace("e+0", "e").replace("e+", "e").replace("-", "−")
    most = 0 if absolute >= 99.95 else 1 if absolute >= 9.995 else _MAX_DECIMALS
    text = f"{value:.{min(decimals, most)}f}"
    return (text if float(text) else f"{value:.3f}").replace("-", "−")


def describe_cells(values: Float[np.ndarray, "R C"], rows: Sequence[str], columns: Sequence[str]) -> list[list[str]]:
    """Return the hover text of each cell, with its row and column by name or by number from 1."""
    n_rows, n_columns = values.shape
    row_names = [escape_markup(name) for name in rows or map(str, range(1, n_rows + 1))]
    column_names = [escape_markup(name) for name in columns or map(str, range(1, n_columns + 1))]
    return [
        [
            f"row {row}, column {column}: {f'{value:.6g}' if math.isfinite(value) else 'forbidden'}"
            for column, value in zip(column_names, row_values, strict=True)
        ]
        for row, row_values in zip(row_names, values.tolist(), strict=True)
    ]
