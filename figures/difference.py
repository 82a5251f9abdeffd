"""The difference of two attention maps of the same tokens: a colour for each, and the page itself where they agree.

Shapes: Q queries, K keys.
"""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float32

from figures.heatmap import heatmap
from figures.palette import DIFFERENCE_SCALE


def difference(
    values: Float32[np.ndarray, "Q K"],
    *,
    keys: Sequence[str],
    queries: Sequence[str],
    hover: Sequence[Sequence[str]],
    limit: float = 1.0,
    label_width: int = 100,
    height: int = 400,
    axes: tuple[str, str] | None = None,
) -> go.Figure:
    """Draw one map minus another, laid out as both of them are.

    Args:
        values: from -1 to 1; NaN cells stay blank.
        keys: the token of each column.
        queries: the token of each row; row 0 is on top.
        hover: what to say about each cell, (Q, K), in Plotly's HTML.
        limit: the difference that the strongest colours stand for, below and above zero.
        label_width: pixels kept free for the labels of rows.
        height: pixels of the whole picture.
        axes: what rows and what columns are.

    Raises:
        ValueError: the labels do not fit the values, or the limit is not above zero.
    """
    if not limit > 0:
        raise ValueError(f"limit={limit} must be above 0, so that zero has the neutral colour")
    figure = heatmap(values, keys=keys, queries=queries, hover=hover, label_width=label_width, height=height, axes=axes)
    figure.data[0].update(zmin=-limit, zmax=limit, colorscale=[list(stop) for stop in DIFFERENCE_SCALE])
    return figure


def farthest(values: Float32[np.ndarray, "*shape"]) -> float:
    """The largest difference either way, for stretching faint ones; 1 where there is none."""
    shown = np.abs(values[np.isfinite(values)])
    return float(shown.max()) if shown.size and shown.max() > 0 else 1.0
