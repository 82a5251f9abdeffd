"""Cost of softmax and linear attention over sequence length, on logarithmic axes."""

import math
from collections.abc import Sequence

import plotly.graph_objects as go

from figures.layout import grid_axis, layout
from figures.palette import FIRST, SECOND
from figures.plain_figure import PlainFigure

HEIGHT = 340  # pixels
_TITLE = dict(size=13)


def attention_cost(
    lengths: Sequence[int],
    softmax: Sequence[float],
    linear: Sequence[float],
    *,
    measured: Sequence[tuple[int, float, float]] = (),
) -> go.Figure:
    """Draw operation counts as lines, and measured times as points on a second vertical axis.

    Args:
        lengths: sequence lengths (queries = keys).
        softmax: operations of softmax attention at each length.
        linear: operations of linear attention at each length.
        measured: (length, milliseconds of softmax, milliseconds of linear) for each measured length.
    """
    data = [
        _line(lengths, values, name, color)
        for values, name, color in ((softmax, "softmax", FIRST), (linear, "linear", SECOND))
    ]
    measured_lengths = [point[0] for point in measured]
    for column, name, color in ((1, "softmax", FIRST), (2, "linear", SECOND)) if measured else ():
        data.append(
            dict(
                type="scatter", mode="markers", name=f"{name}, measured", yaxis="y2",
                x=measured_lengths, y=[point[column] for point in measured],
                marker=dict(size=9, color=color, symbol="circle-open", line=dict(width=2)),
                hovertemplate=f"{name}, %{{x}} tokens: %{{y:.3~g}} ms<extra></extra>",
            )
        )  # fmt: skip
    counted, timed = (*softmax, *linear), tuple(value for point in measured for value in point[1:])
    span = max(len(_decades(counted)), len(_decades(timed)))
    axis = grid_axis(type="log", dtick=1)
    return PlainFigure(
        dict(
            data=data,
            layout=layout(
                height=HEIGHT,
                margin=(64, 64, 12, 44),
                xaxis=axis | dict(title=dict(text="tokens", font=_TITLE)),
                yaxis=axis
                | dict(title=dict(text="operations", font=_TITLE), exponentformat="power", range=_range(counted, span)),
                yaxis2=axis
                | dict(
                    title=dict(text="measured, ms" if measured else "", font=_TITLE),
                    overlaying="y",
                    side="right",
                    showgrid=False,
                    visible=bool(measured),
                    range=_range(timed, span),
                ),
            ),
        )
    )


def _decades(values: Sequence[float]) -> range:
    """Return the exponents of the powers of ten at which the decades of the values begin: one decade at least."""
    exponents = [math.log10(value) for value in values]
    if not exponents:
        return range(0)
    first = math.floor(min(exponents))
    return range(first, max(first + 1, math.ceil(max(exponents))))


def _range(values: Sequence[float], span: int) -> list[int]:
    """Return the range of a logarithmic axis of ``span`` decades; equal spans make slopes comparable."""
    first = _decades(values)[0] if values else 0
    return [first, first + span]


def _line(x: Sequence[int], y: Sequence[float], name: str, color: str) -> dict[str, object]:
    return dict(
        type="scatter", mode="lines", name=name, x=list(x), y=list(y), line=dict(color=color, width=3),
        hovertemplate=f"{name}, %{{x}} tokens: %{{y:.3~s}}<extra></extra>",
    )  # fmt: skip
