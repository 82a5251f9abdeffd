"""Grid of many attention maps, drawn as one heatmap trace.

Shapes: R rows of maps, C columns of maps, Q queries, K keys, P blocks of queries, N blocks of keys.
"""

from collections.abc import Collection, Sequence

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float32
from numpy.typing import NDArray

from figures.layout import click_points, frame, layout, named_axis
from figures.palette import ATTENTION_SCALE, GOLD_EDGE, GOLD_FILL, GOLD_NAME, HIGHLIGHT
from figures.plain_figure import PlainFigure

TILE_HEIGHT = 115  # pixels of one row
_MAX_TALL, _SMALLEST = 6, 64  # rows that are so high; pixels of one of many rows
_LABEL_HEIGHT = 20  # pixels of a line of labels below a row of tiles
_GAP = 0.1  # between neighbouring tiles; every tile is 1 wide and 1 tall
_LABEL = 0.19  # the same for a line of labels, in heights of a tile
_SMALLEST_CELL = 2  # pixels; smaller cells are drawn together
_MAX_UNEVEN = 30  # cells of a tile up to which strips between tiles may be of another size than cells


def tiles_height(n_rows: int, *, has_labels: bool = False) -> int:
    """Return the pixels of a figure with ``n_rows`` rows of tiles, and a line of labels below each if it has labels."""
    return (_tile_height(n_rows) + _LABEL_HEIGHT * has_labels) * n_rows + 36


def tiles(
    maps: Float32[np.ndarray, "R C Q K"],
    *,
    rows: Sequence[str],
    columns: Sequence[str],
    hover: Sequence[str],
    data: Sequence[object],
    chosen: tuple[int, int],
    labels: Sequence[str] = (),
    labels_name: str = "",
    dots: Collection[tuple[int, int]] = (),
    crossed: Collection[tuple[int, int]] = (),
    height: int | None = None,
    n_places: int = 0,
    is_stretched: bool = False,
    version: int = 0,
) -> go.Figure:
    """Tile maps into one heatmap, with blank strips between them.

    A frame or a cross ends with the last query that any map shows, above those that are not generated yet.

    The centre of each tile holds an invisible point, which is the nearest to any click on the tile.

    Cells that would be too small to be seen are drawn as blocks, in the colour of the largest weight in each.

    Args:
        maps: weights; NaN cells stay blank.
        rows: name of each row of maps.
        columns: name of each column of maps.
        hover: hover text of each map, row by row.
        data: custom data of each point, row by row.
        chosen: row and column of the tile to frame.
        labels: text below each map, row by row, in Plotly's HTML; empty for none.
        labels_name: stands before each line of labels.
        dots: cells (row, column) to mark in every map.
        crossed: maps (row, column) to cross out.
        height: pixels of the figure; ``tiles_height`` by default.
        n_places: columns that there is room for, if more than those of the maps: tiles of two figures stand in line.
        is_stretched: scale each tile to its own largest weight instead of 1.
        version: a new number makes Plotly reset the selection.
    """
    n_rows, n_columns, n_queries, n_keys = maps.shape
    shown = _measure_shown(maps)
    if is_stretched:
        maxima = np.nan_to_num(maps).max(axis=(2, 3), keepdims=True)
        maps = maps / np.where(maxima > 0, maxima, 1)
    most = int(_tile_height(n_rows) / _SMALLEST_CELL)
    maps = _pool(maps, most)
    (x_gap, x_strips), (y_gap, y_strips) = (
        _measure_gap(maps.shape[3], _GAP),
        _measure_gap(maps.shape[2], _GAP + _LABEL * bool(labels)),
    )
    lefts, tops = (1 + x_gap) * np.arange(n_columns), (1 + y_gap) * np.arange(n_rows)
    right = float(1 + x_gap) * (max(n_columns, n_places) - 1) + 1
    bottom = float(tops[-1]) + 1 + _LABEL * bool(labels)
    cells = dict(
        type="heatmap", z=_join(maps, y_strips, x_strips),
        x=_edges(lefts, maps.shape[3], x_gap, x_strips), y=_edges(tops, maps.shape[2], y_gap, y_strips),
        zmin=0, zmax=1, colorscale=ATTENTION_SCALE, showscale=False, hoverinfo="skip", hoverongaps=False,
        meta=["0\u202f%", "largest" if is_stretched else "100\u202f%"],  # ends of the scale in saved pictures
    )  # fmt: skip
    centres = click_points(np.tile(lefts + 0.5, n_rows), np.repeat(tops + 0.5, n_columns), data, hover, size=6)
    if is_stretched:
        cells |= dict(name="colours of each map end at its largest weight")  # a legend of saved pictures
    traces = [cells, centres]
    if crossed:
        traces.append(_crosses([(lefts[column], tops[row]) for row, column in sorted(crossed)], shown))
    if dots:
        places = [(left + (column + 0.5) / n_keys, top + (row + 0.5) / n_queries)
                  for top in tops.tolist() for left in lefts.tolist() for row, column in sorted(dots)]  # fmt: skip
        traces.append(_dots(places))
    row_names, row_places = list(rows), (tops + 0.5).tolist()
    if labels:
        lines = tops + 1 + _LABEL / 2
        traces.append(_labels(labels, np.tile(lefts + 0.5, n_rows), np.repeat(lines, n_columns)))
        row_names, row_places = [*row_names, *[labels_name] * n_rows], [*row_places, *lines.tolist()]
    left, top = float(lefts[chosen[1]]), float(tops[chosen[0]])
    height = tiles_height(n_rows, has_labels=bool(labels)) if height is None else height
    return PlainFigure(
        dict(
            data=traces,
            layout=layout(
                height=height,
                margin=(60, 4, 28, 4),
                hoverdistance=-1,
                meta=version,
                xaxis=named_axis(columns, lefts + 0.5, (0, right), side="top", tickangle=0),
                yaxis=named_axis(row_names, row_places, (bottom, 0)),
                shapes=[frame((left, left + 1), (top, top + shown), color=HIGHLIGHT, width=3)],
            ),
        )
    )


def _measure_shown(maps: Float32[np.ndarray, "R C Q K"]) -> float:
    """Return the share of a tile down to the last query that has a weight in any map."""
    queries = np.flatnonzero(np.isfinite(maps).any(axis=(0, 1, 3)))
    return float(queries[-1] + 1) / maps.shape[2] if queries.size else 1.0


def _tile_height(n_rows: int) -> int:
    return max(_SMALLEST, TILE_HEIGHT * min(n_rows, _MAX_TALL) // max(1, n_rows))


def _pool(maps: Float32[np.ndarray, "R C Q K"], most: int) -> Float32[np.ndarray, "R C P N"]:
    """Return maps of at most so many queries and keys: the largest weights of blocks, NaN where a block has none."""
    for axis in (2, 3):
        n = maps.shape[axis]
        if n > most:
            maps = np.fmax.reduceat(maps, np.arange(most) * n // most, axis=axis)
    return maps


def _measure_gap(n_cells: int, gap: float) -> tuple[float, int]:
    """Return the gap between tiles and its number of blank strips.

    Plotly draws cells of equal size several times faster: the strips between large tiles are of the size of cells.
    """
    if n_cells <= _MAX_UNEVEN:
        return gap, 1
    n_strips = round(gap * n_cells)
    return n_strips / n_cells, n_strips


def _join(maps: Float32[np.ndarray, "R C Q K"], n_below: int, n_beside: int) -> NDArray[np.float32]:
    """Return one matrix of all maps, with so many NaN rows and columns between neighbours."""
    n_rows = len(maps)
    padded = np.pad(maps, ((0, 0), (0, 0), (0, n_below), (0, n_beside)), constant_values=np.nan)
    height = padded.shape[2]
    return padded.transpose(0, 2, 1, 3).reshape(n_rows * height, -1)[:-n_below, :-n_beside]


def _edges(starts: NDArray[np.floating], n_cells: int, gap: float, n_strips: int) -> NDArray[np.float64]:
    """Return the edges of each tile's cells, and of the blank strips between two tiles."""
    inner = np.concatenate((np.linspace(0, 1, n_cells + 1), 1 + gap * np.arange(1, n_strips) / n_strips))
    return (starts[:, None] + inner).ravel()[: len(starts) * (n_cells + n_strips) - n_strips + 1]


def _crosses(corners: Sequence[tuple[float, float]], height: float) -> dict[str, object]:
    """Return the diagonals of what tiles show, given their left and top edges."""
    x = [each for left, _ in corners for each in (left, left + 1, None, left, left + 1, None)]
    y = [each for _, top in corners for each in (top, top + height, None, top + height, top, None)]
    line = dict(color=HIGHLIGHT, width=1.5)
    return dict(type="scatter", mode="lines", x=x, y=y, line=line, hoverinfo="skip")


def _dots(places: Sequence[tuple[float, float]]) -> dict[str, object]:
    """Return the dots of gold links at these places."""
    marker = dict(size=5, color=GOLD_FILL, line=dict(width=1, color=GOLD_EDGE))
    x, y = [x for x, _ in places], [y for _, y in places]
    return dict(type="scatter", mode="markers", x=x, y=y, marker=marker, hoverinfo="skip", name=GOLD_NAME)


def _labels(texts: Sequence[str], x: NDArray[np.floating], y: NDArray[np.floating]) -> dict[str, object]:
    """Return texts in Plotly's HTML, each with the place of its centre."""
    return dict(
        type="scatter", mode="text", x=x, y=y, text=list(texts), textfont=dict(size=13), hoverinfo="skip",
        cliponaxis=False,
    )  # fmt: skip
