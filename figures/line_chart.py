"""A chart of a few lines over positions, distinguished by colour and, where values are marked, by symbol."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from figures.layout import grid_axis, layout
from figures.palette import LINE_COLORS
from figures.plain_figure import PlainFigure

LINE_CHART_HEIGHT = 300  # pixels
_SYMBOLS = ("circle", "square", "diamond", "triangle-up")


def line_chart(
    series: Mapping[str, Sequence[float]],
    *,
    x: str,
    y: str,
    names: Sequence[str] = (),
    has_points: bool = False,
) -> go.Figure:
    """Draw each series over its positions.

    Args:
        series: values by the name shown on hover; at most as many series as there are colours.
        x: title of the horizontal axis.
        y: title of the vertical axis.
        names: name of each position on hover; its number by default.
        has_points: mark each value.

    Raises:
        ValueError: there are more series than colours.
    """
    if len(series) > len(LINE_COLORS):
        raise ValueError(f"{len(series)} series, but only {len(LINE_COLORS)} colours")
    data = [
        dict(
            type="scatter", mode="lines+markers" if has_points else "lines", name=name, x=list(range(len(values))),
            y=list(values), line=dict(color=color, width=2.5), marker=dict(size=7, symbol=symbol),
            text=list(names[: len(values)]) or None,
            hovertemplate=f"{name}, %{{{'text' if names else 'x'}}}: %{{y:.4~g}}<extra></extra>",
        )
        for (name, values), color, symbol in zip(series.items(), LINE_COLORS, _SYMBOLS, strict=False)
    ]  # fmt: skip
    longest = max((len(values) for values in series.values()), default=1)
    span = [-0.3, longest - 0.7]
    ticks = {"dtick": 1} if longest <= 30 else {"nticks": 12}
    return PlainFigure(
        dict(
            data=data,
            layout=layout(
                height=LINE_CHART_HEIGHT,
                margin=(58, 12, 10, 46),
                xaxis=grid_axis(title=dict(text=x, font=dict(size=13)), range=span, tickformat="d", **ticks),
                yaxis=grid_axis(title=dict(text=y, font=dict(size=13)), rangemode="tozero"),
            ),
        )
    )
