"""Overview of all heads of one kind of attention: layers down, heads across, the mean of heads last.

Shapes: L layers, H heads, Q queries, K keys.
"""

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float32

from figures.tiles import tiles

MEAN = -1  # head number of the mean of heads


def overview(
    maps: Float32[np.ndarray, "L H Q K"], *, layer: int, head: int | None, is_stretched: bool = False, version: int = 0
) -> go.Figure:
    """Tile the maps of all heads into one heatmap; the custom data of a tile's point are layer and head, from 0.

    Args:
        maps: weights by layer and head; NaN cells stay blank.
        layer: layer of the tile to frame.
        head: head of the tile to frame, None for the mean of heads.
        is_stretched: scale each tile to its own largest weight instead of 1.
        version: a new number makes Plotly reset the selection.
    """
    n_layers, n_heads = maps.shape[:2]
    names = [*(f"head {number + 1}" for number in range(n_heads)), "mean"]
    layers = [f"layer {row + 1}" for row in range(n_layers)]
    return tiles(
        np.concatenate((maps, maps.mean(axis=1, keepdims=True)), axis=1),
        rows=layers,
        columns=names,
        hover=[f"{layer_name}, {name}" for layer_name in layers for name in names],
        data=[(row, column) for row in range(n_layers) for column in (*range(n_heads), MEAN)],
        chosen=(layer, n_heads if head is None else head),
        is_stretched=is_stretched,
        version=version,
    )
