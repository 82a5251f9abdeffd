"""Lines of attention: queries in the left column, keys in the right one, a line for each visible weight.

The drawing follows BertViz (Vig 2019, arXiv:1906.05714).

Shapes: H heads, Q queries, K keys.
"""

from collections.abc import Collection, Sequence

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float32

from figures.heatmap import HEIGHT
from figures.hover_texts import ANY_VERB, key_texts, query_texts, texts_by_head
from figures.layout import axis_labels, check_labels, layout, named_axis, thin_labels
from figures.palette import STROKE
from figures.plain_figure import PlainFigure
from figures.weight_lines import (
    draw_gold_links,
    draw_weights,
    lines_of_head,
    lines_of_heads,
    name_heads,
    smallest_visible,
)
from model.transformer.kind import Kind

_TOP, _BOTTOM = 34, 4  # margins in pixels
_HOVER_DISTANCE = 60  # pixels from a point; in the middle between the columns nothing is told
LABEL_SHARES = (0.275, 0.275)  # of the figure's width, for the labels of queries and of keys
_LETTERS, _BOLD_LETTERS = 44, 40  # of a label as wide as the figure, on a phone


def attention_lines(
    weights: Float32[np.ndarray, "Q K"],
    *,
    keys: Sequence[str],
    queries: Sequence[str],
    hover: tuple[Sequence[str], Sequence[str]] | None = None,
    heads: Float32[np.ndarray, "H Q K"] | None = None,
    chosen_head: int | None = None,
    current_row: int | None = None,
    gold: Collection[tuple[int, int]] = (),
    brightest: float = 1.0,
    label_shares: tuple[float, float] = LABEL_SHARES,
    height: int = HEIGHT,
    axes: tuple[str, str] = ("", ""),
    steps: tuple[Sequence[int], Sequence[int]] | None = None,
) -> go.Figure:
    """Draw one head, or all heads of a layer, each in a colour of its own.

    Tokens are points at their positions, so repeated tokens never merge; position 0 is on top.

    Args:
        weights: NaN weights (masked, or not generated yet) and those that are not visible have no line.
        keys: token of each key; an empty one, such as one that is not generated yet, has no point.
        queries: token of each query, likewise.
        hover: hover texts of queries and of keys, in Plotly's HTML; by default what each is tied to.
        heads: their lines, side by side, take the place of those of ``weights``.
        chosen_head: one of them, whose lines stand out; None if all look alike.
        current_row: query whose lines stand out; None if all lines look alike.
        gold: pairs (query, key) that the gold alignment links, drawn as dotted lines.
        brightest: weight of the widest line.
        label_shares: shares of the figure's width for the labels of queries and of keys.
        height: pixels of the figure.
        axes: titles of the columns of queries and keys.
        steps: step, or row, that a click on each query and each key chooses, 0 for none; in the figure's ``meta``.

    Raises:
        ValueError: the labels do not match the weights; the message names both.
    """
    check_labels(weights, keys, queries)
    hover = hover or _hover_texts(weights, heads, keys, queries, brightest)
    n_rows = max(1, *weights.shape)
    lines = lines_of_head(weights) if heads is None else lines_of_heads(heads, chosen_head)
    left, right = label_shares
    span = (-left / (1 - left - right), 1 + right / (1 - left - right))  # the columns stand at 0 and 1
    labels = axis_labels(queries, int(left * _LETTERS)), axis_labels(keys, int(right * _LETTERS))
    if current_row is not None:
        (labels[0][current_row],) = axis_labels([queries[current_row]], int(left * _BOLD_LETTERS))
    places, font = thin_labels(n_rows, height - _TOP - _BOTTOM, current_row or 0)
    return PlainFigure(
        dict(
            data=[
                dict(_points(labels, hover, places, font, current_row), name=_name_widths(brightest)),
                *[_name_head(name, color) for name, color in name_heads(0 if heads is None else len(heads))],
            ],
            layout=layout(
                height=height,
                margin=(0, 0, _TOP, _BOTTOM),
                meta=[list(each) for each in steps] if steps else None,
                hoverdistance=_HOVER_DISTANCE,
                xaxis=named_axis(
                    [f"{name} ↓" if name else "" for name in axes], (0, 1), span, side="top", tickfont=dict(size=12)
                ),
                yaxis=dict(range=[n_rows - 0.5, -0.5], autorange=False, fixedrange=True, visible=False),
                shapes=[*draw_weights(lines, current_row, brightest), *draw_gold_links(gold)],
            ),
        )
    )


def _hover_texts(
    weights: Float32[np.ndarray, "Q K"],
    heads: Float32[np.ndarray, "H Q K"] | None,
    keys: Sequence[str],
    queries: Sequence[str],
    brightest: float,
) -> tuple[list[str], list[str]]:
    """Return what each query and each key is tied to, of a kind of attention that is not known."""
    if heads is None:
        tied = (Kind.CROSS, weights, keys, queries, smallest_visible(brightest), ANY_VERB)
        return query_texts(*tied), key_texts(*tied)
    return texts_by_head(Kind.CROSS, heads, keys, queries, ANY_VERB)


def _name_widths(brightest: float) -> str:
    """Return the legend of the lines' widths, which saved pictures show."""
    return f"width: weights of {100 * smallest_visible(brightest):.3g}\u202f% to {100 * brightest:.3g}\u202f%"


def _name_head(name: str, color: str) -> dict[str, object]:
    """Return a trace without points that names a head in the legend of saved pictures."""
    return dict(type="scatter", mode="lines", x=[None], y=[None], name=name, line=dict(color=color), hoverinfo="skip")


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
    tokens = labels[0] + labels[1]
    texts = [text if place in labelled else "" for place, text in zip(places, tokens, strict=True)]
    if current_row is not None:
        texts[current_row] = f"<b>{texts[current_row]}</b>"
    return dict(
        type="scatter", mode="markers+text", x=[0] * n_queries + [1] * n_keys, y=places,
        text=texts, textposition=["middle left"] * n_queries + ["middle right"] * n_keys, textfont=dict(size=font),
        marker=dict(size=8, color=STROKE, opacity=[float(token != "") for token in tokens]),
        hovertext=[*hover[0], *hover[1]], hoverinfo="text",
    )  # fmt: skip
