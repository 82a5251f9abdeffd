"""A heatmap of signed numbers, for tables too large to print a number in each cell.

Shapes: R rows, C columns.
"""

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float

from figures.layout import layout
from figures.palette import SIGNED_SCALE
from figures.plain_figure import PlainFigure

SIGNED_HEATMAP_HEIGHT = 360  # pixels


def signed_heatmap(values: Float[np.ndarray, "R C"], *, column: str, limit: float, first_column: int = 1) -> go.Figure:
    """Draw a table with one row for each position; position 0 is on top.

    Args:
        values: cells that are not finite stay blank.
        column: title of the horizontal axis.
        limit: absolute value of the strongest colours.
        first_column: number of the first column.
    """
    cells = dict(
        type="heatmap", z=np.where(np.isfinite(values), values, np.nan), x0=first_column, y0=0, dx=1, dy=1,
        zmin=-limit, zmax=limit, colorscale=SIGNED_SCALE, showscale=False, hoverongaps=False,
        hovertemplate=f"position %{{y}}, {column} %{{x}}: %{{z:.4~g}}<extra></extra>",
    )  # fmt: skip
    n_rows, n_columns = values.shape
    return PlainFigure(
        dict(
            data=[cells],
            layout=layout(
                height=SIGNED_HEATMAP_HEIGHT,
                margin=(54, 6, 44, 6),
                xaxis=_axis(column, (first_column - 0.5, first_column + n_columns - 0.5), side="top"),
                yaxis=_axis("position", (n_rows - 0.5, -0.5)),
            ),
        )
    )


def _axis(title: str, span: tuple[float, float], **more: str) -> dict[str, object]:
    ticks = {"dtick": 1} if abs(span[1] - span[0]) <= 8 else {"nticks": 9}
    return dict(
        title=dict(text=title, standoff=6, font=dict(size=13)), tickfont=dict(size=12), range=list(span),
        autorange=False, fixedrange=True, showgrid=False, zeroline=False, showline=False, ticks="", tickformat="d",
        **ticks, **more,
    )  # fmt: skip
