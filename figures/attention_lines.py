"""Lines of one attention head: queries in the left column, keys in the right one, a line for each visible weight.

The drawing follows BertViz (Vig 2019, arXiv:1906.05714). Lines of about the same weight are one path of one shape,
which the browser draws much faster than a shape or a trace per line.

Shapes: Q queries, K keys.
"""

from collections.abc import Collection, Iterable, Sequence

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float32
from numpy.typing import NDArray

from figures.heatmap import HEIGHT
from figures.hover_texts import ANY_VERB, key_texts, query_texts
from figures.layout import axis_labels, check_labels, layout, named_axis, thin_labels
from figures.palette import FIRST, GOLD_NAME, HIGHLIGHT, STROKE
from figures.plain_figure import PlainFigure
from model.transformer.kind import Kind

_VISIBLE_SHARE = 0.05  # of the weight of the widest line; smaller weights have no line
_N_WIDTHS = 4  # into which the weights of lines are binned
_MIN_WIDTH, _MAX_WIDTH = 1.0, 8.0  # pixels
_MIN_OPACITY, _MAX_OPACITY = 0.6, 0.9
_FAINT = 0.65  # factor of the opacity of lines outside the current row
_TOP, _BOTTOM = 34, 4  # margins in pixels
_LETTERS = 54  # of a label as wide as the figure, on a phone


def smallest_visible(brightest: float = 1.0) -> float:
    """Return the smallest weight that has a line; ``brightest`` is the weight of the widest line."""
    return _VISIBLE_SHARE * brightest


def attention_lines(
    weights: Float32[np.ndarray, "Q K"],
    *,
    keys: Sequence[str],
    queries: Sequence[str],
    hover: tuple[Sequence[str], Sequence[str]] | None = None,
    current_row: int | None = None,
    gold: Collection[tuple[int, int]] = (),
    brightest: float = 1.0,
    label_shares: tuple[float, float] = (0.24, 0.24),
    height: int = HEIGHT,
    axes: tuple[str, str] = ("", ""),
    steps: tuple[Sequence[int], Sequence[int]] | None = None,
) -> go.Figure:
    """Draw one head. Tokens are points at their positions, so repeated tokens never merge; position 0 is on top.

    Args:
        weights: NaN weights (masked, or not generated yet) and those that are not visible have no line.
        keys: token of each key.
        queries: token of each query.
        hover: hover texts of queries and of keys, in Plotly's HTML; by default what each is tied to.
        current_row: query whose lines stand out; None if all lines look alike.
        gold: pairs (query, key) that the gold alignment links, drawn as dotted lines.
        brightest: weight of the widest line.
        label_shares: shares of the figure's width for the labels of queries and of keys.
        height: pixels of the figure.
        axes: titles of the columns of queries and keys.
        steps: decoding step that a click on each query and each key chooses, 0 for none; in the figure's ``meta``.

    Raises:
        ValueError: the labels do not match the weights; the message names both.
    """
    check_labels(weights, keys, queries)
    if hover is None:
        tied = (Kind.CROSS, weights, keys, queries, smallest_visible(brightest), ANY_VERB)
        hover = (query_texts(*tied), key_texts(*tied))
    n_rows = max(1, *weights.shape)
    left, right = label_shares
    span = (-left / (1 - left - right), 1 + right / (1 - left - right))  # the columns stand at 0 and 1
    labels = axis_labels(queries, int(left * _LETTERS)), axis_labels(keys, int(right * _LETTERS))
    places, font = thin_labels(n_rows, height - _TOP - _BOTTOM, current_row or 0)
    return PlainFigure(
        dict(
            data=[dict(_points(labels, hover, places, font, current_row), name=_name_widths(brightest))],
            layout=layout(
                height=height,
                margin=(0, 0, _TOP, _BOTTOM),
                meta=[list(each) for each in steps] if steps else None,
                hoverdistance=-1,
                xaxis=named_axis(
                    [f"{name} ↓" if name else "" for name in axes], (0, 1), span, side="top", tickfont=dict(size=12)
                ),
                yaxis=dict(range=[n_rows - 0.5, -0.5], autorange=False, fixedrange=True, visible=False),
                shapes=[*_draw_weights(weights, current_row, brightest), *_draw_links(gold)],
            ),
        )
    )


def _name_widths(brightest: float) -> str:
    """Return the legend of the lines' widths, which saved pictures show."""
    return f"width: weights of {100 * smallest_visible(brightest):.0f}\u202f% to {100 * brightest:.0f}\u202f%"


def _points(
    labels: tuple[list[str], list[str]],
    hover: tuple[Sequence[str], Sequence[str]],
    labelled: range,
    font: int,
    current_row: int | None,
) -> dict[str, object]:
    """Return the tokens as points of one trace, queries before keys, each with its label on the outer side."""
    n_queries, n_keys = map(len, labels)
    places = [*range(n_queries), *range(n_keys)]
    texts = [text if place in labelled else "" for place, text in zip(places, labels[0] + labels[1], strict=True)]
    if current_row is not None:
        texts[current_row] = f"<b>{texts[current_row]}</b>"
    return dict(
        type="scatter", mode="markers+text", x=[0] * n_queries + [1] * n_keys, y=places,
        text=texts, textposition=["middle left"] * n_queries + ["middle right"] * n_keys, textfont=dict(size=font),
        marker=dict(size=8, color=STROKE), hovertext=[*hover[0], *hover[1]], hoverinfo="text",
    )  # fmt: skip


def _draw_weights(
    weights: Float32[np.ndarray, "Q K"], current_row: int | None, brightest: float
) -> list[dict[str, object]]:
    """Return a shape for each width that occurs, thin before wide; those of the current row come last, on top."""
    levels = np.clip(np.ceil(np.nan_to_num(weights) / brightest * _N_WIDTHS), 1, _N_WIDTHS)
    levels *= weights >= smallest_visible(brightest)  # False for NaN
    is_current = np.array([row == current_row for row in range(len(weights))])
    others = 1.0 if current_row is None else _FAINT
    shapes = []
    for rows, color, factor in ((~is_current, FIRST, others), (is_current, HIGHLIGHT, 1.0)):
        chosen: NDArray[np.float32] = levels * rows[:, None]
        for level in range(1, _N_WIDTHS + 1):
            if lines := np.argwhere(chosen == level).tolist():
                share = (level - 1) / (_N_WIDTHS - 1)
                opacity = factor * (_MIN_OPACITY + share * (_MAX_OPACITY - _MIN_OPACITY))
                width = _MIN_WIDTH + share * (_MAX_WIDTH - _MIN_WIDTH)
                shapes.append(_shape(lines, opacity=round(opacity, 3), line=dict(color=color, width=width)))
    return shapes


def _draw_links(gold: Collection[tuple[int, int]]) -> list[dict[str, object]]:
    return [_shape(sorted(gold), name=GOLD_NAME, line=dict(color=STROKE, width=2, dash="dot"))] if gold else []


def _shape(lines: Iterable[Sequence[int]], **look: object) -> dict[str, object]:
    """Return the lines from queries to keys as one path."""
    return dict(type="path", layer="below", path="".join(f"M0,{query}L1,{key}" for query, key in lines), **look)
