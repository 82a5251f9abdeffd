"""Bars of several attributions over the same source tokens, one panel a method.

Shapes: S source tokens.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float

from figures.layout import FONT, axis_labels, escape_markup, layout, named_axis
from figures.palette import FAINT, FIRST, SECOND
from figures.plain_figure import PlainFigure

_PANEL, _TITLE = 46, 26  # pixels
_BOTTOM = 76  # pixels, for turned labels too: the height stays the same while tokens are added
_LONGEST_LINE, _WIDEST_LINE = 8, 45  # tokens and characters of level labels; more overlap on a phone
_TURNED_LENGTH = 10  # characters of a turned label


def bars_height(n_methods: int) -> int:
    """Return the pixels of a figure of so many methods."""
    return (_PANEL + _TITLE) * n_methods + _BOTTOM


def attribution_bars(
    scores: Mapping[str, Float[np.ndarray, "S"]],
    tokens: Sequence[str],
    *,
    notes: Mapping[str, str],
    reference: str,
) -> go.Figure:
    """Draw the scores of each method in a panel of its own scale; tokens stand in the same columns in all panels.

    Args:
        scores: of the tokens by method, from top to bottom; a negative score is a bar below the line.
        tokens: source tokens; repeated ones keep columns of their own.
        notes: text at the right of a method's title.
        reference: the method that the others are compared with; it has the other colour.

    Raises:
        ValueError: a method has not one score for each token.
    """
    for name, each in scores.items():
        if len(each) != len(tokens):
            raise ValueError(f"{len(each)} scores of {name} for {len(tokens)} tokens")
    step = 1 / len(scores)
    panel = step * _PANEL / (_PANEL + _TITLE)
    bottoms = {name: 1 - (place + 1) * step for place, name in enumerate(scores)}
    positions = list(range(len(tokens)))
    axes = {f"yaxis{place}": _score_axis(scores[name], bottom, panel)
            for place, (name, bottom) in enumerate(bottoms.items(), start=1)}  # fmt: skip
    titles = [
        dict(text=text, x=side, xanchor=anchor, y=bottom + panel, yanchor="bottom", xref="paper", yref="paper",
             showarrow=False, font=dict(size=13, family=FONT))
        for name, bottom in bottoms.items()
        for text, side, anchor in (
            (f"<b>{escape_markup(name)}</b>", 0, "left"), (escape_markup(notes.get(name, "")), 1, "right"),
        )
        if text
    ]  # fmt: skip
    data = [
        dict(
            type="bar", x=positions, y=each.tolist(), yaxis=f"y{place}", width=0.62,
            marker=dict(color=SECOND if name == reference else FIRST),
            text=[escape_markup(token) for token in tokens], textposition="none",
            hovertemplate=f"<b>%{{text}}</b><br>{escape_markup(name)} %{{y:.3~g}}<extra></extra>",
        )
        for place, (name, each) in enumerate(scores.items(), start=1)
    ]  # fmt: skip
    span = (-0.5, len(tokens) - 0.5)
    names = axis_labels(tokens)
    is_turned = len(tokens) > _LONGEST_LINE or sum(map(len, names)) > _WIDEST_LINE
    names = axis_labels(tokens, _TURNED_LENGTH) if is_turned else names
    return PlainFigure(
        dict(
            data=data,
            layout=layout(
                height=bars_height(len(scores)),
                margin=(0, 0, 0, _BOTTOM),
                annotations=titles,
                xaxis=named_axis(names, positions, span, anchor=f"y{len(scores)}", tickangle=-45 if is_turned else 0),
                **axes,
            ),
        )
    )


def _score_axis(scores: Float[np.ndarray, "S"], bottom: float, height: float) -> dict[str, object]:
    low, high = min(0.0, float(scores.min())), max(0.0, float(scores.max()))
    room = 0.04 * ((high - low) or 1.0)
    return dict(
        domain=[max(0.0, bottom), bottom + height], range=[low - room, high + room], autorange=False, fixedrange=True,
        showgrid=False, showticklabels=False, zeroline=True, zerolinecolor=FAINT, zerolinewidth=1, ticks="",
    )  # fmt: skip
