"""Learning curves: losses, on a logarithmic axis, and held-out scores over the steps of trainings.

On every page a dashed line is measured on training sentences, and a solid one on held-out sentences.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from figures.layout import grid_axis, layout
from figures.palette import HIGHLIGHT, STROKE, TRAINING_DASH
from figures.plain_figure import PlainFigure

LOSS_CURVES_HEIGHT, SCORE_CURVES_HEIGHT = 230, 210  # pixels
_HIGHEST = 1e30  # losses up to which the axis is extended
_TITLE = dict(size=13)


@dataclass(frozen=True, slots=True)
class Curve:
    """A quantity over training steps; values that are not finite leave a gap in the line."""

    name: str
    steps: Sequence[int]
    values: Sequence[float]
    color: str
    is_training: bool = False  # measured on training sentences, not on held-out ones

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to draw."""
        return not any(map(math.isfinite, self.values))


def loss_curves(
    losses: Sequence[Curve],
    *,
    n_steps: int,
    chosen: int | None = None,
    lowest: float = 0.001,
    smoothing_end: int | None = None,
) -> go.Figure:
    """Draw losses in nats per token.

    Args:
        losses: at least 0.
        n_steps: last step of the longest training.
        chosen: step to mark with a vertical line.
        lowest: lower end of the axis, whose upper end is 10; a loss beyond an end extends the axis by whole decades, so
            that it does not move at every step.
        smoothing_end: step at which label smoothing ends, where the training loss falls; None to mark none.
    """
    finite = [value for curve in losses for value in curve.values if 0 < value < _HIGHEST]
    low = min([math.log10(lowest), *(math.floor(math.log10(value)) for value in finite if value < lowest)])
    high = max([1, *(math.ceil(math.log10(value)) for value in finite)])
    ticks = [10.0**power for power in range(math.ceil(low), high + 1)]
    axis = dict(
        title=dict(text="loss, nats per token", font=_TITLE), type="log", range=[low, high],
        tickvals=ticks, ticktext=[f"{tick:g}" for tick in ticks],
    )  # fmt: skip
    return _draw(losses, "%{y:.3~g} nats", axis, LOSS_CURVES_HEIGHT, n_steps, chosen, smoothing_end)


def score_curves(scores: Sequence[Curve], *, n_steps: int, chosen: int | None = None) -> go.Figure:
    """Draw scores from 0 to 1 in percent; arguments as in ``loss_curves``."""
    axis = dict(
        title=dict(text="held-out score, %", font=_TITLE), range=[-0.02, 1.02],
        tickvals=[0, 0.25, 0.5, 0.75, 1], ticktext=["0", "25", "50", "75", "100"],
    )  # fmt: skip
    return _draw(scores, "%{y:.1%}", axis, SCORE_CURVES_HEIGHT, n_steps, chosen)


def _draw(
    curves: Sequence[Curve],
    value: str,
    axis: dict[str, Any],
    height: int,
    n_steps: int,
    chosen: int | None,
    smoothing_end: int | None = None,
) -> go.Figure:
    marks = [] if chosen is None else [_mark(chosen, color=HIGHLIGHT)]
    marks += [] if smoothing_end is None else [_mark(smoothing_end, color=STROKE, dash="dot")]
    note = dict(
        text="label smoothing ends", x=smoothing_end, y=1, yref="paper", xanchor="right", yanchor="top", xshift=-4,
        showarrow=False, font=dict(size=12),
    )  # fmt: skip
    steps = dict(title=dict(text="training step", font=_TITLE), range=[0, n_steps])
    return PlainFigure(
        dict(
            data=[_trace(curve, value) for curve in curves],
            layout=layout(
                height=height,
                margin=(64, 24, 8, 44),
                xaxis=grid_axis(**steps),
                yaxis=grid_axis(**axis),
                shapes=marks,
                annotations=[] if smoothing_end is None else [note],
            ),
        )
    )


def _mark(step: int, **line: str) -> dict[str, Any]:
    """Return a vertical line at a step."""
    return dict(type="line", line=dict(width=2, **line), x0=step, x1=step, y0=0, y1=1, yref="paper")


def _trace(curve: Curve, value: str) -> dict[str, Any]:
    """Return a line trace; ``value`` formats a value on hover, in Plotly's template language."""
    return dict(
        type="scatter", mode="lines" if len(curve.steps) > 1 else "markers", name=curve.name,
        x=list(curve.steps), y=list(curve.values),
        line=dict(color=curve.color, width=2.5, dash=TRAINING_DASH if curve.is_training else "solid"),
        hovertemplate=f"{curve.name}, step %{{x}}: {value}<extra></extra>",
    )  # fmt: skip
