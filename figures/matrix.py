"""A matrix as a picture: one cell a number, signed numbers around zero or shares from 0 to 1.

Shapes: R rows, C columns.
"""

import math
from collections.abc import Collection, Sequence

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float

from figures.labels import axis_labels
from figures.layout import frame, layout, named_axis
from figures.palette import ATTENTION_SCALE, CURRENT, SIGNED_SCALE

_LONGEST = 320  # pixels of the longer sides
_WIDEST, _TALLEST, _SMALLEST = 44, 34, 5  # pixels of a cell
_HEIGHT_OF_WORD = 12
_LETTER, _SHORTEST = 7, 4  # pixels of a letter over a column; letters below which a cut word says nothing
_DIGIT, _AROUND, _HEIGHT_OF_NUMBER = 6, 2, 15
_WIDE = 36  # cells up to which have smaller numbers
_TOP = 20
_NARROWEST = 150  # pixels; the page draws no picture narrower, it would only cut it off
_MOST_POINTS = 4096


def size(n_rows: int, n_columns: int, *, label_width: int = 24, has_words: bool = False) -> tuple[int, int]:
    """Width and height in pixels of the picture of a matrix; cells are as large as fits, and as tall as words need."""
    width, height = _cell(n_rows, n_columns, has_words=has_words)
    return max(_NARROWEST, width * n_columns + label_width + 6), height * n_rows + _TOP + 4


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
        rows: their names; numbers from 1 when there are none.
        columns: the same for columns, cut to their width; numbers where not even four letters fit.
        is_signed: colours run from the largest number below zero to the same above; else from 0 to 1.
        is_stretched: colours run from 0 to the largest share instead.
        chosen_row: the row to frame; with a column as well, the cell.
        chosen_column: the column to frame.
        label_width: pixels for the names of rows.
        is_clickable: put an invisible point on every cell; its custom data are row and column.
        version: a new number makes a new picture, in which nothing is selected.

    Raises:
        ValueError: there are names, but not one for each row or column.
    """
    n_rows, n_columns = values.shape
    if (rows and len(rows) != n_rows) or (columns and len(columns) != n_columns):
        raise ValueError(f"a matrix of shape {values.shape} does not fit the names {list(rows)} and {list(columns)}")
    shown = np.where(np.isfinite(values), values, np.nan)
    limit = _limit(shown) if is_signed or is_stretched else 1.0
    cell_width, cell_height = _cell(n_rows, n_columns, has_words=bool(rows))
    texts = [[short(value) for value in row] for row in shown.tolist()]
    longest = max((len(text) for row in texts for text in row), default=0)
    has_numbers = cell_width >= _DIGIT * longest + _AROUND and cell_height >= _HEIGHT_OF_NUMBER
    gap = 1 if min(cell_width, cell_height) > 8 else 0
    cells = dict(
        type="heatmap", z=shown / limit, zmin=-1.0 if is_signed else 0.0, zmax=1.0, text=texts,
        colorscale=[list(stop) for stop in SIGNED_SCALE] if is_signed else ATTENTION_SCALE, showscale=False,
        customdata=shown, hoverongaps=False, xgap=gap, ygap=gap,
        hovertemplate="row %{y}, column %{x}: %{customdata:.6~g}<extra></extra>",
    )  # fmt: skip
    if has_numbers:
        cells |= dict(texttemplate="%{text}", textfont=dict(size=12 if cell_width > _WIDE else 11))
    data = [cells]
    if is_clickable and values.size <= _MOST_POINTS:
        # Only points can be clicked: they take the hovering as well, or cells would hide them.
        cells |= dict(hoverinfo="skip", hovertemplate=None)
        data.append(_points(n_rows, n_columns, shown.ravel().tolist()))
    letters = cell_width // _LETTER
    row_names = axis_labels(rows) if rows else _numbers(n_rows, cell_height)
    column_names = (
        axis_labels(columns, letters) if columns and letters >= _SHORTEST else _numbers(n_columns, cell_width)
    )
    width, height = size(n_rows, n_columns, label_width=label_width, has_words=bool(rows))
    return go.Figure(
        dict(
            data=data,
            layout=layout(
                height=height,
                margin=(label_width, width - label_width - cell_width * n_columns, _TOP, 4),
                width=width,
                meta=version,
                hoverdistance=-1 if is_clickable else 20,
                xaxis=_axis(column_names, n_columns, (-0.5, n_columns - 0.5), side="top"),
                yaxis=_axis(row_names, n_rows, (n_rows - 0.5, -0.5), letters=min(11, cell_height - 1) if rows else 11),
                shapes=_frames(n_rows, n_columns, chosen_row, chosen_column),
            ),
        )
    )


def short(value: float) -> str:
    """A number as briefly as a cell wants it: three digits at most, nothing for what is not finite."""
    if not math.isfinite(value):
        return ""
    size_ = abs(value)
    if size_ < 5e-4:
        return "0"
    if size_ >= 99999.5:
        return f"{value:.0e}".replace("e+0", "e").replace("e+", "e").replace("-", "−")
    digits = 0 if size_ >= 99.95 else 1 if size_ >= 9.995 else 2
    text = f"{value:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return (f"{value:.3f}".rstrip("0") if text in ("0", "-0") else text).replace("-", "−")


def _cell(n_rows: int, n_columns: int, *, has_words: bool) -> tuple[int, int]:
    width = min(_WIDEST, max(_SMALLEST, _LONGEST // n_columns))
    height = min(_TALLEST, max(_HEIGHT_OF_WORD if has_words else _SMALLEST, _LONGEST // n_rows))
    return width, height


def _limit(shown: Float[np.ndarray, "R C"]) -> float:
    finite = np.abs(shown[~np.isnan(shown)])
    return float(finite.max()) if finite.size and finite.max() > 0 else 1.0


def _points(n_rows: int, n_columns: int, values: Sequence[float]) -> dict[str, object]:
    at = [(row, column) for row in range(n_rows) for column in range(n_columns)]
    invisible = dict(marker=dict(opacity=0))
    return dict(
        type="scatter", mode="markers", x=[column for _, column in at], y=[row for row, _ in at], customdata=at,
        text=[f"{value:.6g}" if math.isfinite(value) else "forbidden" for value in values],
        hovertemplate="row %{y}, column %{x}: %{text}<extra></extra>", marker=dict(size=6, opacity=0),
        selected=invisible, unselected=invisible,
    )  # fmt: skip


def _numbers(count: int, pixels: int) -> list[str]:
    """Numbers from 1, thinned where they would run into each other."""
    every = max(1, math.ceil((16 if count < 100 else 50) / pixels))
    return [str(number + 1) if number % every == 0 else "" for number in range(count)]


def _axis(
    names: Sequence[str], count: int, span: tuple[float, float], *, letters: int = 11, **more: object
) -> dict[str, object]:
    return named_axis(names, range(count), span, tickfont=dict(size=letters), tickangle=0, **more)


def _frames(n_rows: int, n_columns: int, row: int | None, column: int | None) -> Collection[dict[str, object]]:
    if row is None and column is None:
        return []
    x = (-0.5, n_columns - 0.5) if column is None else (column - 0.5, column + 0.5)
    y = (-0.5, n_rows - 0.5) if row is None else (row - 0.5, row + 0.5)
    return [frame(x, y, color=CURRENT, width=2.5)]
