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
        scores: alignment accuracy of each head and of the mean, measured with every head on and written below the
            tiles: the best head in bold with a star, the mean in italics; None for none.
        gold: cells (row, column) that the gold alignment links, marked in every tile.
        off: layer and head of the heads that are switched off, whose tiles are crossed out and have no score.
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
    labels: list[str] = []
    if scores is not None:
        labels, notes = _describe_scores(scores, off)
        hover = [f"{name}<br>{note}" if note else name for name, note in zip(hover, notes, strict=True)]
    return tiles(
        np.concatenate((maps, maps.mean(axis=1, keepdims=True)), axis=1),
        rows=layers,
        columns=names,
        hover=hover,
        data=places,
        chosen=(layer, n_heads if head is None else head),
        labels=labels,
        labels_name="aligned",
        dots=gold,
        crossed=off,
        height=height,
        is_stretched=is_stretched,
        version=version,
    )


def _describe_scores(
    scores: Float[np.ndarray, "L H_and_mean"], off: Collection[tuple[int, int]]
) -> tuple[list[str], list[str]]:
    """Return the label and the hover text of each score; heads that are switched off, and means with them, have none.

    The mean is no head: the star is that of a head even where the mean has a higher score.
    """
    heads = scores[:, :-1].copy()
    for place in off:
        heads[place] = -1
    best = np.unravel_index(int(heads.argmax()), heads.shape)
    condition = " with every head on" if off else ""
    labels, notes = [], []
    for (layer, column), score in np.ndenumerate(scores):
        share = f"{score:.0%}".replace("%", "\u202f%")
        note = f"alignment accuracy {share} over held-out sentences{condition}"
        is_mean = column == scores.shape[1] - 1
        if (layer, column) in off:
            share, note = "off", ""
        elif is_mean and any(row == layer for row, _ in off):
            share, note = "–", "not scored while a head of the layer is off"
        elif is_mean:
            share = f"<i>{share}</i>"
        elif (layer, column) == best:
            share, note = f"<b>★ {share}</b>", f"{note}, the best head"
        labels.append(share)
        notes.append(note)
    return labels, notes
