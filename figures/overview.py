"""Overview of all heads of one kind of attention: layers down, heads across, the mean of heads last.

Shapes: L layers, H heads, Q queries, K keys.
"""

from collections.abc import Collection

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float, Float32

from figures.tiles import tiles

MEAN = -1  # head number of the mean of heads


def overview(
    maps: Float32[np.ndarray, "L H Q K"],
    *,
    layer: int,
    head: int | None,
    scores: Float[np.ndarray, "L H_and_mean"] | None = None,
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
        scores: alignment accuracy of each head and of the mean, written below the tiles, the best in bold with a star;
            None for none.
        gold: cells (row, column) that the gold alignment links, marked in every tile.
        off: layer and head of the heads that are switched off, whose tiles are crossed out.
        height: pixels of the figure; as high as its tiles need by default.
        is_stretched: scale each tile to its own largest weight instead of 1.
        version: a new number makes Plotly reset the selection.
    """
    n_layers, n_heads = maps.shape[:2]
    names = [*(f"head {number + 1}" for number in range(n_heads)), "mean"]
    layers = [f"layer {row + 1}" for row in range(n_layers)]
    hover = [f"{layer_name}, {name}" for layer_name in layers for name in names]
    labels: list[str] = []
    if scores is not None:
        best = int(scores.argmax())
        shares = [f"{score:.0%}".replace("%", "\u202f%") for score in scores.ravel().tolist()]
        labels = [f"<b>★ {share}</b>" if place == best else share for place, share in enumerate(shares)]
        hover = [
            f"{name}<br>alignment accuracy {share}{', the best' if place == best else ''}"
            for place, (name, share) in enumerate(zip(hover, shares, strict=True))
        ]
    return tiles(
        np.concatenate((maps, maps.mean(axis=1, keepdims=True)), axis=1),
        rows=layers,
        columns=names,
        hover=hover,
        data=[(row, column) for row in range(n_layers) for column in (*range(n_heads), MEAN)],
        chosen=(layer, n_heads if head is None else head),
        labels=labels,
        labels_name="aligned",
        dots=gold,
        crossed=off,
        height=height,
        is_stretched=is_stretched,
        version=version,
    )
