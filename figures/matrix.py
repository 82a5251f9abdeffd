"""Heatmap of a matrix with its numbers: signed numbers around zero, or shares from 0 to 1.

Shapes: R rows, C columns.
"""

import math
from collections.abc import Collection, Sequence

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float

from figures.layout import axis_labels, click_points, find_color_limit, frame, layout, named_axis
from figures.matrix_cells import describe_cells, format_cells
from figures.palette import ATTENTION_SCALE, HIGHLIGHT, SIGNED_SCALE
from figures.plain_figure import PlainFigure

# Lengths in pixels.
_MAX_SIDE = 360  # of all cells: ten columns with room for "−0.57"
_MAX_CELL_WIDTH, _MAX_CELL_HEIGHT, _MIN_CELL = 44, 34, 5
_NAME_HEIGHT = 12
_LETTER_WIDTH = 6  # of row and column names
_SLANT, _MIN_SLANTED_WIDTH, _MAX_SLANTED = 55, 12, 26  # degrees, cell width in pixels, letters
_DIGIT_WIDTH, _NUMBER_PADDING, _NUMBER_HEIGHT = 6, 2, 15
_SMALL_FONT_WIDTH = 36  # widest cells with the smaller font
_TOP = 20  # above the cells
_MIN_WIDTH = 150  # Streamlit draws no narrower figure and would cut it off
_MAX_POINTS = 4096
_COLOURED = 0.98  # share of the numbers without text that lie within the colour scale


def matrix_size(
    n_rows: int, n_columns: int, *, label_width: int = 24, has_names: bool = False, columns: Sequence[str] = ()
) -> tuple[int, int]:
    """Return width and height of the figure in pixels; cells are as large as fits, and as tall as row names need."""
    width, height = _cell_size(n_rows, n_columns, has_names=has_names)
    top, right = _slanted_margins(columns, width)
    return max(_MIN_WIDTH, width * n_columns + label_width + right), height * n_rows + top + 4


def matrix(
    values: Float[np.ndarray, "R C"],
    *,
    rows: Sequence[str] = (),
    columns: Sequence[str] = (),
    is_signed: bool = True,
    is_stretched: bool = False,
    chosen_row: int | None = None,
    chosen_column: int | None = None,
    label_width: int = 24,
    is_clickable: bool = False,
    version: int = 0,
) -> go.Figure:
    """Draw a matrix, with numbers where cells are large enough.

    Args:
        values: cells that are not finite stay blank.
        rows: names of the rows; numbers from 1 by default.
        columns: names of the columns, slanted where they are wider than a cell; numbers from 1 by default, or where
            cells are too narrow for slanted names.
        is_signed: the colour scale is symmetric around zero, up to the largest absolute value, or, where cells are too
            small for numbers, to the 98th percentile of absolute values; otherwise it is 0 to 1, or to the largest
            value if that is more, as a weight after dropout may be.
        is_stretched: the colour scale of shares ends at the largest one instead of 1.
        chosen_row: row to frame; with ``chosen_column`` as well, one cell.
        chosen_column: column to frame.
        label_width: pixels for row names.
        is_clickable: add an invisible point to every cell, whose custom data are row and column.
        version: a new number makes Plotly reset the selection.

    Raises:
        ValueError: the number of names differs from the number of rows or columns.
    """
    n_rows, n_columns = values.shape
    if (rows and len(rows) != n_rows) or (columns and len(columns) != n_columns):
        raise ValueError(f"a matrix of shape {values.shape} does not match the names {list(rows)} and {list(columns)}")
    finite = np.where(np.isfinite(values), values, np.nan)
    cell_width, cell_height = _cell_size(n_rows, n_columns, has_names=bool(rows))
    texts = format_cells(finite)
    hover_texts = describe_cells(finite, rows, columns)
    longest = max((len(text) for row in texts for text in row), default=0)
    has_numbers = cell_width >= _DIGIT_WIDTH * longest + _NUMBER_PADDING and cell_height >= _NUMBER_HEIGHT
    largest = find_color_limit(finite)
    limit = largest if is_signed or is_stretched else max(1.0, largest)
    if is_signed and not has_numbers:  # among many numbers, one outlier would leave all others pale
        limit = float(np.quantile(np.abs(np.nan_to_num(finite)), _COLOURED)) or largest
    gap = 1 if min(cell_width, cell_height) > 8 else 0
    cells = dict(
        type="heatmap", z=finite / limit, zmin=-1.0 if is_signed else 0.0, zmax=1.0, text=texts,
        colorscale=SIGNED_SCALE if is_signed else ATTENTION_SCALE, showscale=False,
        meta=float(limit), customdata=finite, hoverongaps=False, xgap=gap, ygap=gap, hoverinfo="text",
        hovertext=hover_texts,
    )  # fmt: skip
    if has_numbers:
        cells |= dict(texttemplate="%{text}", textfont=dict(size=12 if cell_width > _SMALL_FONT_WIDTH else 11))
    data = [cells]
    if is_clickable and values.size <= _MAX_POINTS:
        # Only points are clickable; cells that react to hovering would hide them.
        cells |= dict(hoverinfo="skip", hovertext=None)
        data.append(_points(n_rows, n_columns, [text for row in hover_texts for text in row]))
    top, _ = _slanted_margins(columns, cell_width)
    font_size = min(11, cell_height - 1) if rows else 11
    row_names = axis_labels(rows, label_width // _LETTER_WIDTH) if rows else _numbers(n_rows, cell_height)
    has_column_names = bool(columns) and cell_width >= _MIN_SLANTED_WIDTH
    column_names = axis_labels(columns, _MAX_SLANTED) if has_column_names else _numbers(n_columns, cell_width)
    width, height = matrix_size(n_rows, n_columns, label_width=label_width, has_names=bool(rows), columns=columns)
    return PlainFigure(
        dict(
            data=data,
            layout=layout(
                height=height,
                margin=(label_width, width - label_width - cell_width * n_columns, top, 4),
                width=width,
                meta=version,
                hoverdistance=-1 if is_clickable else 20,
                xaxis=_axis(column_names, n_columns, (-0.5, n_columns - 0.5), angle=-_SLANT * (top > _TOP), side="top"),
                yaxis=_axis(row_names, n_rows, (n_rows - 0.5, -0.5), font_size=font_size),
                shapes=_frames(n_rows, n_columns, chosen_row, chosen_column),
            ),
        )
    )


def _cell_size(n_rows: int, n_columns: int, *, has_names: bool) -> tuple[int, int]:
    width = min(_MAX_CELL_WIDTH, max(_MIN_CELL, _MAX_SIDE // n_columns))
    height = min(_MAX_CELL_HEIGHT, max(_NAME_HEIGHT if has_names else _MIN_CELL, _MAX_SIDE // n_rows))
    return width, height


def _slanted_margins(columns: Sequence[str], cell_width: int) -> tuple[int, int]:
    """Return the pixels above and right of the cells, which slanted column names need."""
    longest = min(_MAX_SLANTED, max(map(len, columns), default=0)) * _LETTER_WIDTH
    if longest < cell_width or cell_width < _MIN_SLANTED_WIDTH:
        return _TOP, 6
    slant = math.radians(_SLANT)
    return round(longest * math.sin(slant)) + 16, max(6, round(longest * math.cos(slant)) - cell_width // 2 + 6)


def _points(n_rows: int, n_columns: int, texts: Sequence[str]) -> dict[str, object]:
    cells = [(row, column) for row in range(n_rows) for column in range(n_columns)]
    return click_points([column for _, column in cells], [row for row, _ in cells], cells, texts, size=6)


def _numbers(count: int, pixels: int) -> list[str]:
    """Return numbers from 1, with blanks in place of those that would overlap."""
    every = max(1, math.ceil((16 if count < 100 else 50) / pixels))
    return [str(number + 1) if number % every == 0 else "" for number in range(count)]


def _axis(
    names: Sequence[str], count: int, span: tuple[float, float], *, font_size: int = 11, angle: int = 0, **more: object
) -> dict[str, object]:
    return named_axis(names, range(count), span, tickfont=dict(size=font_size), tickangle=angle, **more)


def _frames(n_rows: int, n_columns: int, row: int | None, column: int | None) -> Collection[dict[str, object]]:
    if row is None and column is None:
        return []
    x = (-0.5, n_columns - 0.5) if column is None else (column - 0.5, column + 0.5)
    y = (-0.5, n_rows - 0.5) if row is None else (row - 0.5, row + 0.5)
    return [frame(x, y, color=HIGHLIGHT, width=2.5)]
