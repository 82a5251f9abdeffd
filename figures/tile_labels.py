"""Labels of the tiles of an overview of heads: one score of each head and of the mean of heads.

Shapes: L layers, H heads.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Shaped

from figures.share_text import format_whole_percent

_SMALL = '<span style="font-size:12px">{}</span>'  # two numbers below a narrow tile


@dataclass(frozen=True, slots=True)
class TileLabels:
    """The line of labels below each row of tiles.

    Attributes:
        name: stands before each line.
        texts: labels, layer by layer, the mean of heads last, in Plotly's HTML.
        notes: what the labels say, for a tile's hover text; "" for none.
    """

    name: str
    texts: tuple[str, ...]
    notes: tuple[str, ...]


def label_alignment(scores: Float[np.ndarray, "L H_and_mean"], off: Collection[tuple[int, int]] = ()) -> TileLabels:
    """Label tiles of cross-attention with alignment accuracy: the best head in bold with a star, the mean in italics.

    The mean is no head, and a head that is off has no score: the star is that of a head that is on.

    Args:
        scores: from 0 to 1, the mean of heads last, measured with every head on.
        off: layer and head of the heads that are switched off; they have no score, nor has the mean with them.
    """
    heads = scores[:, :-1].copy()
    for place in off:
        heads[place] = -1
    best = divmod(int(heads.argmax()), heads.shape[1])

    def describe(place: tuple[int, int]) -> tuple[str, str]:
        share = format_whole_percent(scores[place])
        note = f"alignment accuracy {share} over held-out sentences{_name_condition(off)}"
        name = "the best head that is on" if off else "the best head"
        return (f"<b>★ {share}</b>", f"{note}, {name}") if place == best else (share, note)

    return _label("aligned", scores.shape, describe, off)


def label_offsets(
    offsets: Shaped[np.ndarray, "L H_and_mean"],
    shares: Float[np.ndarray, "L H_and_mean"],
    off: Collection[tuple[int, int]] = (),
) -> TileLabels:
    """Label tiles with the offset at which the largest weight of a row is most often, and the share of such rows.

    Args:
        offsets: names of offsets, the mean of heads last, measured with every head on.
        shares: of the rows that have a key there, from 0 to 1; NaN for none.
        off: as in ``label_alignment``.
    """

    def describe(place: tuple[int, int]) -> tuple[str, str]:
        if np.isnan(shares[place]):
            return "–", ""
        offset, share = offsets[place], format_whole_percent(shares[place])
        note = (
            f"largest weight at offset {offset} in {share} of the rows of held-out sentences that have a token there"
            f"{_name_condition(off)}"
        )
        return _SMALL.format(f"{offset}: {share}"), note

    return _label("offset", shares.shape, describe, off)


def _label(
    name: str,
    shape: tuple[int, ...],
    describe: Callable[[tuple[int, int]], tuple[str, str]],
    off: Collection[tuple[int, int]],
) -> TileLabels:
    texts, notes = [], []
    for layer, column in np.ndindex(shape):
        is_mean = column == shape[1] - 1
        if (layer, column) in off:
            text, note = "off", ""
        elif is_mean and any(row == layer for row, _ in off):
            text, note = "–", "not scored while a head of the layer is off"
        else:
            text, note = describe((layer, column))
            text = f"<i>{text}</i>" if is_mean else text
        texts.append(text)
        notes.append(note)
    return TileLabels(name, tuple(texts), tuple(notes))


def _name_condition(off: Collection[tuple[int, int]]) -> str:
    return " with every head on" if off else ""
