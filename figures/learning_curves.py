"""Learning curves: losses, on a logarithmic axis, and held-out shares over the steps of trainings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from figures.layout import layout
from figures.palette import FAINT, HIGHLIGHT

LEARNING_CURVES_HEIGHT = 420  # pixels
LOSS_CURVES_HEIGHT = 250
_TITLE = dict(size=13)
_AXIS = dict(gridcolor=FAINT, zeroline=False, fixedrange=True, tickfont=dict(size=12))


@dataclass(frozen=True, slots=True)
class Curve:
    """A quantity over training steps; values that are not finite leave a gap in the line."""

    name: str
    steps: Sequence[int]
    values: Sequence[float]
    color: str
    is_dotted: bool = False


def learning_curves(
    losses: Sequence[Curve], shares: Sequence[Curve], *, n_steps: int, chosen: int | None = None
) -> go.Figure:
    """Draw losses above shares, over the same steps; the axes do not depend on the values.

    Args:
        losses: nats per token.
        shares: numbers from 0 to 1.
        n_steps: last step of the longest training.
        chosen: step to mark with a vertical line.
    """
    mark = dict(type="line", line=dict(color=HIGHLIGHT, width=2), x0=chosen, x1=chosen, y0=0, y1=1, yref="paper")
    percent = dict(
        title=dict(text="held-out, %", font=_TITLE), range=[-0.02, 1.02], domain=[0, 0.47],
        tickvals=[0, 0.25, 0.5, 0.75, 1], ticktext=["0", "25", "50", "75", "100"],
    )  # fmt: skip
    return go.Figure(
        dict(
            data=[*map(_loss_trace, losses), *(_trace(curve, "%{y:.1%}", yaxis="y2") for curve in shares)],
            layout=layout(
                height=LEARNING_CURVES_HEIGHT,
                margin=(64, 16, 8, 44),
                xaxis=_step_axis(n_steps) | dict(anchor="y2"),
                yaxis=_loss_axis((0.01, 0.1, 1.0, 10.0), lowest=-2) | dict(domain=[0.53, 1]),
                yaxis2=_AXIS | percent,
                shapes=[] if chosen is None else [mark],
            ),
        )
    )


def loss_curves(losses: Sequence[Curve], *, n_steps: int) -> go.Figure:
    """Draw losses in nats per token over the ``n_steps`` of a training; the axes do not depend on the values."""
    return go.Figure(
        dict(
            data=list(map(_loss_trace, losses)),
            layout=layout(
                height=LOSS_CURVES_HEIGHT,
                margin=(64, 12, 8, 44),
                xaxis=_step_axis(n_steps),
                yaxis=_loss_axis((0.001, 0.01, 0.1, 1.0, 10.0), lowest=-3.3),
            ),
        )
    )


def _step_axis(n_steps: int) -> dict[str, Any]:
    return _AXIS | dict(title=dict(text="training step", font=_TITLE), range=[0, n_steps])


def _loss_axis(ticks: Sequence[float], *, lowest: float) -> dict[str, Any]:
    """Return a logarithmic axis from 10 to the power of ``lowest`` up to 10 nats."""
    return _AXIS | dict(
        title=dict(text="loss, nats per token", font=_TITLE), type="log", range=[lowest, 1],
        tickvals=list(ticks), ticktext=[f"{value:g}" for value in ticks],
    )  # fmt: skip


def _loss_trace(curve: Curve) -> dict[str, Any]:
    return _trace(curve, "%{y:.3~g} nats")


def _trace(curve: Curve, value: str, **more: Any) -> dict[str, Any]:
    """Return a line trace; ``value`` formats a value on hover, in Plotly's template language."""
    return dict(
        type="scatter", mode="lines", x=list(curve.steps), y=list(curve.values),
        line=dict(color=curve.color, width=2.5, dash="dot" if curve.is_dotted else "solid"),
        hovertemplate=f"{curve.name}, step %{{x}}: {value}<extra></extra>", **more,
    )  # fmt: skip
