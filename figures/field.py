"""A table too large for numbers in its cells: signed colours over two counted axes.

Shapes: R rows, C columns.
"""

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float

from figures.layout import layout
from figures.palette import SIGNED_SCALE

HEIGHT = 360


def field(values: Float[np.ndarray, "R C"], *, row: str, column: str, limit: float, first_column: int = 1) -> go.Figure:
    """Draw a table; row 0 is on top.

    Args:
        values: cells that are not finite stay blank.
        row: what a row is, for the axis.
        column: what a column is.
        limit: the number the strongest colour stands for, above and below zero.
        first_column: the number of the first column.
    """
    cells = dict(
        type="heatmap", z=np.where(np.isfinite(values), values, np.nan), x0=first_column, y0=0, dx=1, dy=1,
        zmin=-limit, zmax=limit, colorscale=[list(stop) for stop in SIGNED_SCALE], showscale=False, hoverongaps=False,
        hovertemplate=f"{row} %{{y}}, {column} %{{x}}: %{{z:.4~g}}<extra></extra>",
    )  # fmt: skip
    n_rows, n_columns = values.shape
    return go.Figure(
        dict(
            data=[cells],
            layout=layout(
                height=HEIGHT,
                margin=(54, 6, 44, 6),
                xaxis=_axis(column, (first_column - 0.5, first_column + n_columns - 0.5), side="top"),
                yaxis=_axis(row, (n_rows - 0.5, -0.5)),
            ),
        )
    )


def _axis(name: str, span: tuple[float, float], **more: str) -> dict[str, object]:
    step = {"dtick": 1} if abs(span[1] - span[0]) <= 8 else {"nticks": 9}
    return dict(
        title=dict(text=name, standoff=6, font=dict(size=13)), tickfont=dict(size=12), range=list(span),
        autorange=False, fixedrange=True, showgrid=False, zeroline=False, showline=False, ticks="", tickformat="d",
        **step, **more,
    )  # fmt: skip
