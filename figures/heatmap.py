"""Heatmap of one attention head: rows are queries, columns are keys.

Shapes: Q queries, K keys.
"""

import math
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from jaxtyping import Float32

from figures.hover_texts import ANY_VERB, weight_texts
from figures.layout import axis_labels, check_labels, frame, layout, named_axis, thin_labels, zoomable_axis
from figures.palette import ATTENTION_SCALE, GOLD_EDGE, GOLD_FILL, GOLD_NAME, HIGHLIGHT
from figures.plain_figure import PlainFigure
from model.transformer.kind import Kind

HEIGHT = 400  # pixels; the same for every sentence of common length, so that nothing moves while typing
_ROW_HEIGHT = 18  # pixels, with room for a label
_LISTED_HEIGHT = 8  # pixels of a key where lines list the keys, in the smallest font
_TALLEST = 1200  # pixels of the figure; more rows than fit share labels
_LETTER_WIDTH, _LABEL_GAP = 7.5, 8  # pixels of a row label, and between its last letter and the map
_RIGHT = 45  # pixels right of a map, where the slanted name of its last column ends
_LABEL_STEP = 40  # pixels by which the room for row labels grows, so that it seldom does while typing
_DOT_SIZE, _SMALL_DOT_SIZE, _DOT_SHIFT = 9, 7, 0.34  # pixels; cells from the middle, where the dots leave it to numbers
_MAX_SLANTED, _STEEP_LENGTH = 14, 9  # columns; the labels of more are steeper, and have room for so many characters
_MAX_WITH_GAPS = 30  # rows or columns up to which there are gaps between cells
_TOP, _BOTTOM = 68, 4  # margins in pixels


def heatmap(
    weights: Float32[np.ndarray, "Q K"],
    *,
    keys: Sequence[str],
    queries: Sequence[str],
    hover: Sequence[Sequence[str]] | None = None,
    current_row: int | None = None,
    gold: Collection[tuple[int, int]] = (),
    brightest: float = 1.0,
    label_width: int = 100,
    height: int = HEIGHT,
    axes: tuple[str, str] | None = None,
    has_numbers: bool = False,
    is_zoomable: bool = False,
    window: tuple[tuple[float, float], tuple[float, float]] | None = None,
) -> PlainFigure:
    """Draw one head. The axes are positions and tokens only label them, so repeated tokens never merge.

    Args:
        weights: every row sums to 1; NaN cells (masked, or not generated yet) stay blank.
        keys: token of each column.
        queries: token of each row; row 0 is on top. Labels that would overlap are left out.
        hover: hover text of each cell, (Q, K), in Plotly's HTML; its tokens and weight by default.
        current_row: row to frame.
        gold: cells (row, column) that the gold alignment links; their dots leave room for numbers.
        brightest: weight of the brightest colour.
        label_width: pixels reserved for row labels.
        height: pixels of the figure.
        axes: titles of rows and columns, drawn in the corner between their labels.
        has_numbers: True to write each weight into its cell, in percent; those below half a percent have none.
        is_zoomable: True to let a drag zoom into a long map.
        window: first and last column, and row, that are shown of such a map; all of them by default.

    Raises:
        ValueError: the labels do not match the weights; the message names both.
    """
    check_labels(weights, keys, queries)
    hover = weight_texts(Kind.CROSS, weights, keys, queries, ANY_VERB) if hover is None else hover
    n_queries, n_keys = weights.shape
    has_gaps = not is_long(n_queries, n_keys)
    is_zoomable = is_zoomable and not has_gaps
    cells = dict(
        type="heatmap", z=weights, zmin=0.0, zmax=brightest, colorscale=ATTENTION_SCALE, showscale=False,
        hovertext=hover, hoverinfo="text", hoverongaps=False, xgap=int(has_gaps), ygap=int(has_gaps),
        meta=["0\u202f%", f"{100 * brightest:.3g}\u202f%"],  # ends of the scale in saved pictures
    )  # fmt: skip
    if has_numbers:
        cells |= dict(text=_write_percents(weights), texttemplate="%{text}")  # in a font that fits the cells
    shift, dot_size = (_DOT_SHIFT, _SMALL_DOT_SIZE) if has_numbers else (0, _DOT_SIZE)
    marks = dict(
        type="scatter", mode="markers", hoverinfo="skip", name=GOLD_NAME,
        x=[column + shift for _, column in sorted(gold)], y=[row - shift for row, _ in sorted(gold)],
        marker=dict(size=dot_size, color=GOLD_FILL, line=dict(width=1.5, color=GOLD_EDGE)),
    )  # fmt: skip
    (left, right), (top, bottom) = ((-0.5, n_keys - 0.5), (-0.5, n_queries - 0.5))
    if is_zoomable and window:
        (left, right), (top, bottom) = window
    labelled_rows, font = thin_labels(round(bottom - top), height - _TOP - _BOTTOM, current_row or 0)
    is_steep = n_keys > _MAX_SLANTED
    x_look: dict[str, Any] = dict(
        side="top", tickangle=-75 if is_steep else -38, tickfont=dict(size=12 if is_steep else 14)
    )
    names = axis_labels(keys, _STEEP_LENGTH) if is_steep else axis_labels(keys)
    y_look, label_length = dict(tickfont=dict(size=font)), int((label_width - _LABEL_GAP) / _LETTER_WIDTH)
    if is_zoomable:
        xaxis = zoomable_axis(names, (left, right), **x_look)
        yaxis = zoomable_axis(axis_labels(queries, label_length), (bottom, top), len(labelled_rows), **y_look)
    else:
        labels = [queries[place] for place in labelled_rows]
        xaxis = named_axis(names, range(n_keys), (left, right), **x_look)
        yaxis = named_axis(axis_labels(labels, label_length), labelled_rows, (bottom, top), **y_look)
    shapes = []
    if current_row is not None:
        rows = (current_row - 0.5, current_row + 0.5)
        shapes.append(frame((-0.5, n_keys - 0.5), rows, color=HIGHLIGHT, width=2.5))
    return PlainFigure(
        dict(
            data=[cells, marks] if gold else [cells],
            layout=layout(
                height=height,
                margin=(label_width, _RIGHT, _TOP, _BOTTOM),
                xaxis=xaxis,
                yaxis=yaxis,
                shapes=shapes,
                annotations=[_corner(*axes)] if axes else [],
                **(dict(dragmode="zoom") if is_zoomable else {}),
            ),
        )
    )


def is_long(n_queries: int, n_keys: int) -> bool:
    """Return True for a map whose cells and labels are small: it has no gaps between cells, and may be zoomed."""
    return max(n_queries, n_keys) > _MAX_WITH_GAPS


def heatmap_height(n_queries: int, n_keys: int = 0) -> int:
    """Return the pixels at which every row has room for its label, from ``HEIGHT`` to the height of a tall screen.

    Lines between queries and keys have the same height: there every key has room for a small label too.
    """
    labels = max(_ROW_HEIGHT * n_queries, _LISTED_HEIGHT * n_keys)
    return max(HEIGHT, min(_TALLEST, _TOP + _BOTTOM + labels))


def fit_label_width(labels: Sequence[str], least: int, most: int) -> int:
    """Return the pixels to reserve for row labels: as many as the longest needs, within limits and in steps."""
    missing = max(map(len, labels), default=0) * _LETTER_WIDTH + _LABEL_GAP - least
    return min(most, least + _LABEL_STEP * max(0, math.ceil(missing / _LABEL_STEP)))


def _write_percents(weights: Float32[np.ndarray, "Q K"]) -> list[list[str]]:
    """Return whole percents as ``format_share`` rounds them; only a weight of 1 is written as 100."""
    percents = np.nan_to_num(100 * weights.astype(np.float64)).round().astype(int)
    percents[weights < 1] = percents[weights < 1].clip(max=99)
    return [[str(percent or "") for percent in row] for row in percents.tolist()]


def _corner(rows: str, columns: str) -> dict[str, object]:
    return dict(
        text=f"{columns} →<br>{rows} ↓", x=0, y=1, xref="paper", yref="paper", xanchor="right", yanchor="bottom",
        xshift=-6, align="right", showarrow=False, font=dict(size=12), opacity=0.7,
    )  # fmt: skip
