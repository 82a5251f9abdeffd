"""Overview of all heads of one kind of attention: layers down, heads across, the mean of heads last.

Shapes: L layers, H heads, Q queries, K keys.
"""

from collections.abc import Collection

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float32

from figures.tile_labels import TileLabels
from figures.tiles import tiles

MEAN = -1  # head number of the mean of heads


def overview(
    maps: Float32[np.ndarray, "L H Q K"],
    *,
    layer: int,
    head: int | None,
    labels: TileLabels | None = None,
    gold: Collection[tuple[int, int]] = (),
    off: Collection[tuple[int, int]] = (),
    height: int | None = None,
    is_stretched: bool = False,
    version: int = 0,
) -> go.Figure:
    """Tile the maps of all heads into one heatmap; the custom data of a tile's point are layer and head, from 0.

    Args:
        maps: weights by layer and head; NaN cells stay blank.
        layer: layer of the tile to frame.
        head: head of the tile to frame, None for the mean of heads.
        labels: a line below each row of tiles; None for none.
        gold: cells (row, column) that the gold alignment links, marked in every tile.
        off: layer and head of the heads that are switched off, whose tiles are crossed out.
        height: pixels of the figure; as high as its tiles need by default.
        is_stretched: scale each tile to its own largest weight instead of 1.
        version: a new number makes Plotly reset the selection.
    """
    n_layers, n_heads = maps.shape[:2]
    names = [*(f"head {number + 1}" for number in range(n_heads)), "mean"]
    layers = [f"layer {row + 1}" for row in range(n_layers)]
    places = [(row, column) for row in range(n_layers) for column in (*range(n_heads), MEAN)]
    hover = [f"{layer_name}, {name}" for layer_name in layers for name in names]
    hover = [f"{name}<br>switched off" if place in off else name for place, name in zip(places, hover, strict=True)]
    if labels is not None:
        hover = [f"{name}<br>{note}" if note else name for name, note in zip(hover, labels.notes, strict=True)]
    return tiles(
        np.concatenate((maps, maps.mean(axis=1, keepdims=True)), axis=1),
        rows=layers,
        columns=names,
        hover=hover,
        data=places,
        chosen=(layer, n_heads if head is None else head),
        labels=labels.texts if labels else (),
        labels_name=labels.name if labels else "",
        dots=gold,
        crossed=off,
        height=height,
        is_stretched=is_stretched,
        version=version,
    )
