"""A few lines over one axis, told apart by colour and dash."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from figures.layout import layout
from figures.palette import FAINT, LINES

HEIGHT = 300
_DASHES = ("solid", "dash", "dot", "dashdot")


def lines(
    series: Mapping[str, Sequence[float]],
    *,
    x: str,
    y: str,
    names: Sequence[str] = (),
    has_points: bool = False,
) -> go.Figure:
    """Draw each series over its place; at most as many as there are colours.

    Args:
        series: numbers by the name that hovering shows.
        x: what a place is, for the axis.
        y: what the numbers are.
        names: what each place is called when hovered; its number otherwise.
        has_points: mark each number.

    Raises:
        ValueError: there are more series than colours.
    """
    if len(series) > len(LINES):
        raise ValueError(f"{len(series)} series, and colours for {len(LINES)}")
    data = [
        dict(
            type="scatter", mode="lines+markers" if has_points else "lines", x=list(range(len(values))),
            y=list(values), line=dict(color=color, width=2.5, dash=dash), marker=dict(size=7),
            text=list(names[: len(values)]) or None,
            hovertemplate=f"{name}, %{{{'text' if names else 'x'}}}: %{{y:.4~g}}<extra></extra>",
        )
        for (name, values), color, dash in zip(series.items(), LINES, _DASHES, strict=False)
    ]  # fmt: skip
    longest = max((len(values) for values in series.values()), default=1)
    span = [-0.3, longest - 0.7]
    axis = dict(gridcolor=FAINT, zeroline=False, fixedrange=True, tickfont=dict(size=12))
    step = {"dtick": 1} if longest <= 30 else {"nticks": 12}
    return go.Figure(
        dict(
            data=data,
            layout=layout(
                height=HEIGHT,
                margin=(58, 12, 10, 46),
                xaxis=axis | step | dict(title=dict(text=x, font=dict(size=13)), range=span, tickformat="d"),
                yaxis=axis | dict(title=dict(text=y, font=dict(size=13)), rangemode="tozero"),
            ),
        )
    )
