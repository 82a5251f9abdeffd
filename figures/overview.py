"""All heads of one kind of attention at a glance: layers down, heads across, their mean at the end.

Shapes: L layers, H heads, Q queries, K keys.
"""

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float32

from figures.layout import frame, layout, named_axis
from figures.palette import ATTENTION_SCALE, CURRENT

TILE_HEIGHT = 130  # pixels of one layer
MEAN = -1  # stands for the mean of heads where a head's number is expected


def height(n_layers: int) -> int:
    """Pixels the picture of so many layers takes."""
    return TILE_HEIGHT * n_layers + 36


def overview(
    maps: Float32[np.ndarray, "L H Q K"], *, layer: int, head: int | None, is_stretched: bool = False, version: int = 0
) -> go.Figure:
    """Tile every head's map into one heatmap, a blank row and column between tiles: one trace, one drawing.

    In the middle of each tile lies an invisible point, the nearest to any click on the tile; its custom data are
    layer and head, counted from 0, the head ``MEAN`` for the mean.

    Args:
        maps: weights by layer and head; NaN cells stay blank.
        layer: the layer of the tile to frame.
        head: its head, None for the mean of heads.
        is_stretched: scale each tile to its own largest weight instead of 1.
        version: a new number makes a new picture, in which nothing is selected.
    """
    n_layers, n_heads, n_queries, n_keys = maps.shape
    tiles = np.concatenate((maps, maps.mean(axis=1, keepdims=True)), axis=1)
    if is_stretched:
        brightest = np.nan_to_num(tiles).max(axis=(2, 3), keepdims=True)
        tiles = tiles / np.where(brightest > 0, brightest, 1)
    tiles = np.pad(tiles, ((0, 0), (0, 0), (0, 1), (0, 1)), constant_values=np.nan)
    tall, wide = n_queries + 1, n_keys + 1
    columns = [(n_keys - 1) / 2 + wide * column for column in range(n_heads + 1)]
    rows = [(n_queries - 1) / 2 + tall * row for row in range(n_layers)]
    names = [*(f"head {number + 1}" for number in range(n_heads)), "mean"]
    cells = dict(
        type="heatmap", z=tiles.transpose(0, 2, 1, 3).reshape(n_layers * tall, -1)[:-1, :-1],
        zmin=0, zmax=1, colorscale=ATTENTION_SCALE, showscale=False, hoverinfo="skip",
    )  # fmt: skip
    invisible = dict(marker=dict(opacity=0))
    centres = dict(
        type="scatter", mode="markers", x=columns * n_layers, y=[row for row in rows for _ in columns],
        customdata=[(row, column) for row in range(n_layers) for column in (*range(n_heads), MEAN)],
        text=[f"layer {row + 1}, {name}" for row in range(n_layers) for name in names],
        hovertemplate="%{text}<extra></extra>", marker=dict(size=6, opacity=0),
        selected=invisible, unselected=invisible,
    )  # fmt: skip
    x, y = columns[n_heads if head is None else head], rows[layer]
    chosen = frame((x - n_keys / 2, x + n_keys / 2), (y - n_queries / 2, y + n_queries / 2), color=CURRENT, width=3)
    return go.Figure(
        dict(
            data=[cells, centres],
            layout=layout(
                height=height(n_layers),
                margin=(64, 8, 28, 4),
                hoverdistance=-1,
                meta=version,
                xaxis=named_axis(names, columns, (-0.5, wide * (n_heads + 1) - 1.5), side="top"),
                yaxis=named_axis([f"layer {row + 1}" for row in range(n_layers)], rows, (tall * n_layers - 1.5, -0.5)),
                shapes=[chosen],
            ),
        )
    )
