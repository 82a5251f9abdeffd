"""The course of trainings over their steps: losses above, on a logarithmic axis, and shares below."""

from collections.abc import Sequence

import plotly.graph_objects as go

from figures.curves import AXIS, TITLE, Curve, trace
from figures.layout import layout
from figures.palette import CURRENT

HEIGHT = 420
_NATS = (0.01, 0.1, 1.0, 10.0)


def course(losses: Sequence[Curve], shares: Sequence[Curve], *, n_steps: int, chosen: int | None = None) -> go.Figure:
    """Draw losses and shares over the same steps; the axes stay as they are while a training goes on.

    Args:
        losses: in nats per token.
        shares: from 0 to 1.
        n_steps: the last step of the longest training.
        chosen: the step that is looked at, marked by a line.
    """
    lines = [trace(curve, "%{y:.3~g} nats") for curve in losses]
    lines += [trace(curve, "%{y:.1%}", yaxis="y2") for curve in shares]
    place = dict(x0=chosen, x1=chosen, y0=0, y1=1, yref="paper")
    mark = dict(type="line", line=dict(color=CURRENT, width=2), **place)
    nats = dict(
        title=dict(text="loss, nats a token", font=TITLE), type="log", range=[-2, 1], domain=[0.53, 1],
        tickvals=list(_NATS), ticktext=[f"{value:g}" for value in _NATS],
    )  # fmt: skip
    percent = dict(
        title=dict(text="held-out, %", font=TITLE), range=[-0.02, 1.02], domain=[0, 0.47],
        tickvals=[0, 0.25, 0.5, 0.75, 1], ticktext=["0", "25", "50", "75", "100"],
    )  # fmt: skip
    return go.Figure(
        dict(
            data=lines,
            layout=layout(
                height=HEIGHT,
                margin=(64, 16, 8, 44),
                xaxis=AXIS | dict(title=dict(text="training step", font=TITLE), range=[0, n_steps], anchor="y2"),
                yaxis=AXIS | nats,
                yaxis2=AXIS | percent,
                shapes=[] if chosen is None else [mark],
            ),
        )
    )
