"""Measures of the shape of attention maps, for every head of one kind.

Rows with a single key carry no choice and are left out of every measure.

Shapes: L layers, H heads, Q queries, K keys.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from jaxtyping import Float, Int


@dataclass(frozen=True, slots=True)
class HeadMeasures:
    """Measures of the heads of one kind; read-only arrays. Each is a mean over the rows of all maps.

    Attributes:
        entropy: entropy of a row divided by the logarithm of its number of keys: 0 for one key, 1 for uniform weights.
        confidence: the largest weight of a row (Voita et al. 2019, arXiv:1905.09418).
        sink: weight on the first key or on the last key, whichever is larger (after Xiao et al. 2024,
            arXiv:2309.17453). The encoder reads no begin or end token, so these are the first and last token of the
            sentence. In causal maps it is the weight on the first key, ``<bos>``.
        best_offset: key position minus query position at which most rows have their largest weight, among the
            offsets that occur in at least half as many rows as the commonest one.
        offset_share: share of rows with their largest weight at ``best_offset``, among rows that have a key there.
        offset_weight: weight at ``best_offset``, over the same rows.
    """

    entropy: Float[np.ndarray, "L H"]
    confidence: Float[np.ndarray, "L H"]
    sink: Float[np.ndarray, "L H"]
    best_offset: Int[np.ndarray, "L H"]
    offset_share: Float[np.ndarray, "L H"]
    offset_weight: Float[np.ndarray, "L H"]

    def __post_init__(self) -> None:
        for field in fields(self):
            getattr(self, field.name).setflags(write=False)


def measure_maps(maps: Sequence[Float[np.ndarray, "L H _ _"]], *, is_causal: bool = False) -> HeadMeasures:
    """Measure the heads of one kind over the maps of many sentences.

    Args:
        maps: one array (L, H, Q, K) per sentence; every row sums to 1; NaN where there is no key.
        is_causal: True if a query has no keys after its own position.

    Raises:
        ValueError: no row has two keys.
    """
    reach = max((max(each.shape[-2:]) for each in maps), default=0)
    heads = maps[0].shape[:2] if maps else (0, 0)
    sums = np.zeros((4, *heads))  # entropy, confidence, weight on the first key, on the last key
    peaks, weight = np.zeros((2, 2 * reach + 1, *heads))  # by offset + reach
    n_by_offset, n_rows = np.zeros(2 * reach + 1), 0
    for each in maps:
        rows, keys = np.nonzero(~np.isnan(each[0, 0]))
        n_keys = np.bincount(rows, minlength=each.shape[-2])
        has_choice = n_keys > 1
        n_rows += int(has_choice.sum())
        weights = np.nan_to_num(each).astype(np.float64)
        surprise = -np.log(weights, out=np.zeros_like(weights), where=weights > 0)
        entropy = (weights * surprise).sum(axis=-1)[..., has_choice] / np.log(n_keys[has_choice])
        chosen = weights[..., has_choice, :]
        sums += [x.sum(axis=-1) for x in (entropy, chosen.max(axis=-1), chosen[..., 0], chosen[..., -1])]
        is_peak = np.zeros_like(weights)
        np.put_along_axis(is_peak, weights.argmax(axis=-1)[..., None], 1, axis=-1)
        rows, keys = rows[has_choice[rows]], keys[has_choice[rows]]
        places = keys - rows + reach
        np.add.at(n_by_offset, places, 1)
        np.add.at(peaks, places, np.moveaxis(is_peak[..., rows, keys], -1, 0))
        np.add.at(weight, places, np.moveaxis(weights[..., rows, keys], -1, 0))
    if not n_rows:
        raise ValueError("no row has two keys")
    entropy, confidence, first, last = sums / n_rows
    is_common = n_by_offset >= n_by_offset.max() / 2  # at a rare offset, a single row would decide the share
    best = np.where(is_common[:, None, None], peaks, -1).argmax(axis=0)
    shares = [np.take_along_axis(x, best[None], axis=0)[0] / n_by_offset[best] for x in (peaks, weight)]
    return HeadMeasures(entropy, confidence, first if is_causal else np.maximum(first, last), best - reach, *shares)
