"""Losses over the steps of training, on a logarithmic axis: what falls to zero falls off the page."""

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from figures.layout import layout
from figures.palette import FAINT

HEIGHT = 250
_NATS = (0.001, 0.01, 0.1, 1.0, 10.0)


@dataclass(frozen=True, slots=True)
class Curve:
    """One line: losses at steps, what they are of, and how it looks."""

    name: str
    steps: Sequence[int]
    losses: Sequence[float]
    color: str
    is_dotted: bool = False


def losses(curves: Sequence[Curve], *, n_steps: int) -> go.Figure:
    """Draw losses in nats per token over steps; the axes stay as they are while a training goes on.

    Args:
        curves: the lines; losses that are not finite leave a gap.
        n_steps: the last step of the training.
    """
    lines = [
        dict(
            type="scatter", mode="lines", x=list(curve.steps), y=list(curve.losses),
            line=dict(color=curve.color, width=2.5, dash="dot" if curve.is_dotted else "solid"),
            hovertemplate=f"{curve.name}, step %{{x}}: %{{y:.3~g}} nats<extra></extra>",
        )
        for curve in curves
    ]  # fmt: skip
    axis = dict(gridcolor=FAINT, zeroline=False, fixedrange=True, tickfont=dict(size=12))
    return go.Figure(
        dict(
            data=lines,
            layout=layout(
                height=HEIGHT,
                margin=(64, 12, 8, 44),
                xaxis=axis | dict(title=dict(text="training step", font=dict(size=13)), range=[0, n_steps]),
                yaxis=axis
                | dict(
                    title=dict(text="loss, nats a word", font=dict(size=13)), type="log", range=[-3.3, 1],
                    tickvals=list(_NATS), ticktext=[f"{nats:g}" for nats in _NATS],
                ),
            ),
        )
    )  # fmt: skip
