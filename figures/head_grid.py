"""One number for every head of a model: layers down, heads across, the kinds of attention side by side.

Shapes: L layers, H heads.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float

from figures.layout import click_points, layout, named_axis
from figures.palette import ATTENTION_SCALE
from figures.plain_figure import PlainFigure

CELL_HEIGHT = 54  # pixels of one layer
_GAP = 0.6  # between two kinds, in widths of a head


def grid_height(n_layers: int) -> int:
    """Return the pixels of a figure of so many layers."""
    return CELL_HEIGHT * n_layers + 58


def head_grid(
    values: Mapping[str, Float[np.ndarray, "L H"]],
    *,
    texts: Sequence[str],
    span: tuple[float, float] = (0.0, 1.0),
    missing: str = "",
    version: int = 0,
) -> go.Figure:
    """Colour every head by a value; the custom data of a head's point are kind, layer and head, from 0.

    Args:
        values: by kind of attention; all of one size; a head without a value is NaN and stays blank.
        texts: hover text of each head, by kind, layer and head.
        span: values of the darkest and of the brightest colour.
        missing: written in place of a kind whose heads have no values; "" for nothing.
        version: a new number makes Plotly reset the selection.

    Raises:
        ValueError: the kinds have different sizes, or there is not one text for each head.
    """
    n_layers, n_heads = next(iter(values.values())).shape
    if any(each.shape != (n_layers, n_heads) for each in values.values()):
        raise ValueError(f"kinds of different sizes: {[each.shape for each in values.values()]}")
    if len(texts) != len(values) * n_layers * n_heads:
        raise ValueError(f"{len(texts)} texts for {len(values) * n_layers * n_heads} heads")
    lefts = (n_heads + _GAP) * np.arange(len(values))
    edges = np.concatenate([left + np.arange(n_heads + 1) for left in lefts])
    blank = np.full((n_layers, 1), np.nan)
    cells = np.concatenate([part for each in values.values() for part in (each, blank)], axis=1)[:, :-1]
    middles = [left + head + 0.5 for left in lefts.tolist() for head in range(n_heads)]
    points = [
        (left + head + 0.5, layer, (kind, layer, head))
        for left, kind in zip(lefts.tolist(), values, strict=True)
        for layer in range(n_layers)
        for head in range(n_heads)
    ]
    titles = [
        dict(text=kind, x=left + n_heads / 2, y=1, yshift=24, xref="x", yref="paper", showarrow=False, yanchor="bottom")
        for left, kind in zip(lefts.tolist(), values, strict=True)
    ]
    notes = [
        dict(text=missing, x=left + n_heads / 2, y=0.5, xref="x", yref="paper", showarrow=False, opacity=0.7)
        for left, each in zip(lefts.tolist(), values.values(), strict=True)
        if missing and np.isnan(each).all()
    ]
    return PlainFigure(
        dict(
            data=[
                dict(
                    type="heatmap", z=cells, x=edges, y=np.arange(n_layers + 1) - 0.5, xgap=2, ygap=2,
                    zmin=span[0], zmax=span[1], colorscale=ATTENTION_SCALE, showscale=False, hoverinfo="skip",
                    hoverongaps=False,
                ),
                click_points(
                    [x for x, _, _ in points], [y for _, y, _ in points], [list(data) for _, _, data in points], texts,
                ),
            ],
            layout=layout(
                height=grid_height(n_layers),
                margin=(60, 4, 54, 4),
                hoverdistance=-1,
                meta=version,
                annotations=titles + notes,
                xaxis=named_axis(
                    [f"{head + 1}" for _ in values for head in range(n_heads)], middles,
                    (0, float(edges[-1])), side="top",
                ),
                yaxis=named_axis(
                    [f"layer {layer + 1}" for layer in range(n_layers)], range(n_layers), (n_layers - 0.5, -0.5)
                ),
            ),
        )
    )  # fmt: skip
