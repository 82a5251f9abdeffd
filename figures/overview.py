"""All heads of one kind of attention at a glance: layers down, heads across, their mean at the end.

Shapes: L layers, H heads, Q queries, K keys.
"""

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float32
from numpy.typing import NDArray

from figures.layout import frame, layout, named_axis
from figures.palette import ATTENTION_SCALE, CURRENT

TILE_HEIGHT = 115  # pixels of one layer
MEAN = -1  # stands for the mean of heads where a head's number is expected
_STRIDE = 1.1  # from tile to tile; a tile is 1 wide and 1 tall, whatever its number of cells


def height(n_layers: int) -> int:
    """Pixels the picture of so many layers takes."""
    return TILE_HEIGHT * n_layers + 36


def overview(
    maps: Float32[np.ndarray, "L H Q K"], *, layer: int, head: int | None, is_stretched: bool = False, version: int = 0
) -> go.Figure:
    """Tile every head's map into one heatmap, blank strips between them: one trace, one drawing.

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
    names = [*(f"head {number + 1}" for number in range(n_heads)), "mean"]
    lefts, tops = _STRIDE * np.arange(n_heads + 1), _STRIDE * np.arange(n_layers)
    cells = dict(
        type="heatmap", z=_side_by_side(tiles), x=_edges(lefts, n_keys), y=_edges(tops, n_queries),
        zmin=0, zmax=1, colorscale=ATTENTION_SCALE, showscale=False, hoverinfo="skip",
    )  # fmt: skip
    invisible = dict(marker=dict(opacity=0))
    centres = dict(
        type="scatter", mode="markers", x=np.tile(lefts + 0.5, n_layers), y=np.repeat(tops + 0.5, n_heads + 1),
        customdata=[(row, column) for row in range(n_layers) for column in (*range(n_heads), MEAN)],
        text=[f"layer {row + 1}, {name}" for row in range(n_layers) for name in names],
        hovertemplate="%{text}<extra></extra>", marker=dict(size=6, opacity=0),
        selected=invisible, unselected=invisible,
    )  # fmt: skip
    left, top = _STRIDE * (n_heads if head is None else head), _STRIDE * layer
    return go.Figure(
        dict(
            data=[cells, centres],
            layout=layout(
                height=height(n_layers),
                margin=(60, 4, 28, 4),
                hoverdistance=-1,
                meta=version,
                xaxis=named_axis(names, lefts + 0.5, (0, _STRIDE * n_heads + 1), side="top"),
                yaxis=named_axis(
                    [f"layer {row + 1}" for row in range(n_layers)], tops + 0.5, (_STRIDE * (n_layers - 1) + 1, 0)
                ),
                shapes=[frame((left, left + 1), (top, top + 1), color=CURRENT, width=3)],
            ),
        )
    )


def _side_by_side(tiles: Float32[np.ndarray, "L columns Q K"]) -> NDArray[np.float32]:
    """One matrix of all tiles, a NaN row and column after each but the last."""
    n_layers, _, n_queries, _ = tiles.shape
    apart = np.pad(tiles, ((0, 0), (0, 0), (0, 1), (0, 1)), constant_values=np.nan)
    return apart.transpose(0, 2, 1, 3).reshape(n_layers * (n_queries + 1), -1)[:-1, :-1]


def _edges(starts: NDArray[np.floating], n_cells: int) -> NDArray[np.float64]:
    """Where cells begin and end: each tile's n + 1 edges; the cell between two tiles is the blank strip."""
    return (starts[:, None] + np.linspace(0, 1, n_cells + 1)).ravel()
