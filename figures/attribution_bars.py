"""Attributions of one token by several methods: one row of bars for each method over the same tokens.

Shapes: S source tokens.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float

from figures.layout import axis_labels, escape_markup, layout, named_axis
from figures.palette import FAINT, FIRST, SECOND

_ROW, _GAP = 58, 30  # pixels of the bars of a method, and of its title above them
_LABELS, _STEEP_LABELS = 30, 74  # pixels of the tokens below
_MAX_LEVEL = 9  # more tokens than this have steep labels


def bars_height(n_methods: int, n_tokens: int) -> int:
    """Return the pixels of a figure of so many methods and tokens."""
    return n_methods * (_ROW + _GAP) + (_STEEP_LABELS if n_tokens > _MAX_LEVEL else _LABELS)


def attribution_bars(
    values: Mapping[str, Float[np.ndarray, "S"]], *, tokens: Sequence[str], notes: Mapping[str, str]
) -> go.Figure:
    """Draw one row of bars for each method; every row has its own scale, because methods have different units.

    Args:
        values: by the name of the method; numbers below zero speak against the token.
        tokens: the source tokens.
        notes: shown beside the name of a method.

    Raises:
        ValueError: a method has not one number for each token.
    """
    for name, each in values.items():
        if len(each) != len(tokens):
            raise ValueError(f"{name} has {len(each)} numbers for {len(tokens)} tokens: {' '.join(tokens)}")
    is_steep = len(tokens) > _MAX_LEVEL
    height = len(values) * (_ROW + _GAP)
    places = range(len(tokens))
    data: list[dict[str, Any]] = []
    axes: dict[str, dict[str, Any]] = {}
    for row, (name, each) in enumerate(values.items()):
        number = "" if row == 0 else f"{row + 1}"
        top = 1 - (row * (_ROW + _GAP) + _GAP) / height
        largest = float(np.abs(each).max(initial=0)) or 1.0
        data.append(
            dict(
                type="bar", x=list(places), y=each, yaxis=f"y{number}", width=0.62,
                marker=dict(color=np.where(each < 0, SECOND, FIRST)), customdata=[escape_markup(t) for t in tokens],
                hovertemplate=f"%{{customdata}}<br>{name} %{{y:.3g}}<extra></extra>",
            )
        )  # fmt: skip
        axes[f"yaxis{number}"] = dict(
            domain=[top - _ROW / height, top], range=[min(0.0, float(each.min(initial=0))) * 1.05, largest * 1.05],
            showticklabels=False, showgrid=False, zeroline=True, zerolinecolor=FAINT, fixedrange=True, anchor="x",
        )  # fmt: skip
        note = f"  <i>{escape_markup(notes[name])}</i>" if notes.get(name) else ""
        data.append(
            dict(  # text of a point, as the page's own font would move an annotation
                type="scatter", mode="text", x=[-0.5], y=[axes[f"yaxis{number}"]["range"][1]], yaxis=f"y{number}",
                text=[f"<b>{name}</b>{note}"], textposition="top right", textfont=dict(size=13), cliponaxis=False,
                hoverinfo="skip",
            )
        )  # fmt: skip
    return go.Figure(
        dict(
            data=data,
            layout=layout(
                height=bars_height(len(values), len(tokens)),
                margin=(4, 4, 0, _STEEP_LABELS if is_steep else _LABELS),
                xaxis=named_axis(
                    axis_labels(tokens), places, (-0.5, len(tokens) - 0.5), tickangle=-60 if is_steep else 0,
                    anchor=f"y{len(values) if len(values) > 1 else ''}",
                ),
                **axes,
            ),
        )
    )  # fmt: skip
