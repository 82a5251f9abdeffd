"""Heatmap of the difference of two attention maps of the same tokens, transparent where they agree.

Shapes: Q queries, K keys.
"""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float32

from figures.heatmap import HEIGHT, heatmap
from figures.palette import DIFFERENCE_SCALE


def difference(
    values: Float32[np.ndarray, "Q K"],
    *,
    keys: Sequence[str],
    queries: Sequence[str],
    hover: Sequence[Sequence[str]],
    limit: float = 1.0,
    label_width: int = 100,
    height: int = HEIGHT,
    axes: tuple[str, str] | None = None,
    ends: tuple[str, str] | None = None,
) -> go.Figure:
    """Draw one map minus another, in the layout of ``heatmap``.

    Args:
        values: differences from -1 to 1; NaN cells stay blank.
        keys: token of each column.
        queries: token of each row; row 0 is on top.
        hover: hover text of each cell, (Q, K), in Plotly's HTML.
        limit: absolute difference of the strongest colours.
        label_width: pixels reserved for row labels.
        height: pixels of the figure.
        axes: titles of rows and columns.
        ends: texts at the lower and the upper end of the scale in saved pictures; its numbers by default.

    Raises:
        ValueError: the labels do not match the values, or the limit is not positive.
    """
    if not limit > 0:
        raise ValueError(f"limit={limit} must be above 0, so that zero has the neutral colour")
    figure = heatmap(values, keys=keys, queries=queries, hover=hover, label_width=label_width, height=height, axes=axes)
    return figure.with_cells(zmin=-limit, zmax=limit, colorscale=DIFFERENCE_SCALE, meta=list(ends) if ends else 1)
