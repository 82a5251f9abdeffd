"""One attention head as a picture: rows are queries, columns are keys.

Shapes: Q queries, K keys.
"""

import math
from collections.abc import Collection, Sequence

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float32

from figures.labels import axis_labels
from figures.layout import frame, layout, named_axis
from figures.palette import ATTENTION_SCALE, CURRENT, GOLD_EDGE, GOLD_FILL

HEIGHT = 400  # pixels; the same for every sentence of common length, so that nothing moves while typing
_ROW = 18  # pixels a row needs for its label
_LETTER = 8  # pixels a letter of a label takes
_MANY = 14  # columns whose labels need to stand up
_APART = 30  # rows or columns up to which cells stand apart
_ABOVE, _BELOW = 68, 4  # pixels
_LARGEST, _SMALLEST = 14, 8  # pixels of the letters beside rows


def heatmap(
    weights: Float32[np.ndarray, "Q K"],
    *,
    keys: Sequence[str],
    queries: Sequence[str],
    hover: Sequence[Sequence[str]],
    current_row: int | None = None,
    gold: Collection[tuple[int, int]] = (),
    brightest: float = 1.0,
    label_width: int = 100,
    height: int = HEIGHT,
    axes: tuple[str, str] | None = None,
) -> go.Figure:
    """Draw one head. Positions are the axes and words only their labels, so repeated words never merge.

    Args:
        weights: every row sums to 1; NaN cells (masked, or not generated yet) stay blank.
        keys: the token of each column.
        queries: the token of each row; row 0 is on top. Where they would run into each other, some are left out.
        hover: what to say about each cell, (Q, K), in Plotly's HTML.
        current_row: the row to frame.
        gold: cells (row, column) to mark as linked by the gold alignment.
        brightest: the weight that the brightest colour stands for.
        label_width: pixels kept free for the labels of rows.
        height: pixels of the whole picture.
        axes: what rows and what columns are, written into the corner between their labels.

    Raises:
        ValueError: the labels do not fit the weights; the message names both.
    """
    if weights.shape != (len(queries), len(keys)):
        raise ValueError(
            f"weights of shape {weights.shape} need {weights.shape[0]} queries and {weights.shape[1]} keys,"
            f" got {list(queries)} and {list(keys)}"
        )
    n_queries, n_keys = weights.shape
    gap = 1 if max(n_queries, n_keys) <= _APART else 0
    cells = dict(
        type="heatmap", z=weights, zmin=0.0, zmax=brightest, colorscale=ATTENTION_SCALE, showscale=False,
        text=hover, hoverinfo="text", hoverongaps=False, xgap=gap, ygap=gap,
    )  # fmt: skip
    marks = dict(
        type="scatter", mode="markers", hoverinfo="skip",
        x=[column for _, column in sorted(gold)], y=[row for row, _ in sorted(gold)],
        marker=dict(size=9, color=GOLD_FILL, line=dict(width=1.5, color=GOLD_EDGE)),
    )  # fmt: skip
    row = current_row
    pitch = (height - _ABOVE - _BELOW) / max(1, n_queries)
    every = max(1, math.ceil(_SMALLEST / pitch))
    named = range((row or 0) % every, n_queries, every)
    shapes = [] if row is None else [frame((-0.5, n_keys - 0.5), (row - 0.5, row + 0.5), color=CURRENT, width=2.5)]
    return go.Figure(
        dict(
            data=[cells, marks] if gold else [cells],
            layout=layout(
                height=height,
                margin=(label_width, 30, _ABOVE, _BELOW),
                xaxis=named_axis(
                    axis_labels(keys),
                    range(n_keys),
                    (-0.5, n_keys - 0.5),
                    side="top",
                    tickangle=-38 if n_keys <= _MANY else -75,
                    tickfont=dict(size=14 if n_keys <= _MANY else 12),
                ),
                yaxis=named_axis(
                    axis_labels([queries[place] for place in named], label_width // _LETTER),
                    named,
                    (n_queries - 0.5, -0.5),
                    tickfont=dict(size=max(_SMALLEST, min(_LARGEST, int(pitch * every)))),
                ),
                shapes=shapes,
                annotations=[_corner(*axes)] if axes else [],
            ),
        )
    )


def height_of(n_queries: int) -> int:
    """Pixels of a picture in which every row has room for its label: ``HEIGHT``, and more for long sentences."""
    return max(HEIGHT, _ABOVE + _BELOW + _ROW * n_queries)


def _corner(rows: str, columns: str) -> dict[str, object]:
    return dict(
        text=f"{columns} →<br>{rows} ↓", x=0, y=1, xref="paper", yref="paper", xanchor="right", yanchor="bottom",
        xshift=-6, align="right", showarrow=False, font=dict(size=12), opacity=0.65,
    )  # fmt: skip


def largest(weights: Float32[np.ndarray, "*shape"]) -> float:
    """The largest weight shown, for stretching faint heads; 1 where nothing is shown."""
    shown = weights[np.isfinite(weights)]
    return float(shown.max()) if shown.size and shown.max() > 0 else 1.0
