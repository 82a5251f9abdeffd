"""Losses over the steps of training, on a logarithmic axis: what falls to zero falls off the page."""

from collections.abc import Sequence

import plotly.graph_objects as go

from figures.curves import AXIS, TITLE, Curve, trace
from figures.layout import layout

HEIGHT = 250
_NATS = (0.001, 0.01, 0.1, 1.0, 10.0)


def losses(curves: Sequence[Curve], *, n_steps: int) -> go.Figure:
    """Draw losses in nats per token over steps; the axes stay as they are while a training goes on.

    Args:
        curves: the lines.
        n_steps: the last step of the training.
    """
    nats = dict(
        title=dict(text="loss, nats a word", font=TITLE), type="log", range=[-3.3, 1],
        tickvals=list(_NATS), ticktext=[f"{value:g}" for value in _NATS],
    )  # fmt: skip
    return go.Figure(
        dict(
            data=[trace(curve, "%{y:.3~g} nats") for curve in curves],
            layout=layout(
                height=HEIGHT,
                margin=(64, 12, 8, 44),
                xaxis=AXIS | dict(title=dict(text="training step", font=TITLE), range=[0, n_steps]),
                yaxis=AXIS | nats,
            ),
        )
    )
