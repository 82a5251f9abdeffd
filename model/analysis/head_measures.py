"""Measures of the shape of attention maps, for every head of one kind.

Rows with a single key carry no choice and are left out of every measure. A tally keeps sums, not maps.

Shapes: L layers, H heads, Q queries, K keys, O offsets from -reach to reach.
"""

from dataclasses import dataclass, fields

import numpy as np
from jaxtyping import Bool, Float, Int


@dataclass(frozen=True, slots=True)
class Focus:
    """The place at which one head is measured, instead of the place where its own weights are largest.

    Attributes:
        offset: key position minus query position.
        is_last: True for the last key as the sink, False for the first.
    """

    offset: int
    is_last: bool


@dataclass(frozen=True, slots=True)
class HeadMeasures:
    """Measures of the heads of one kind; read-only arrays. Each is a mean over the rows of all maps.

    Attributes:
        entropy: entropy of a row divided by the logarithm of its number of keys, without unit, from 0 (one key) to 1
            (uniform weights); an average per row as in Clark et al. 2019 (arXiv:1906.04341), scaled here.
        confidence: the largest weight of a row, from 1 / K to 1 (Voita et al. 2019, arXiv:1905.09418).
        sink: weight on the first key or on the last key, whichever is larger, from 0 to 1 (after Xiao et al. 2024,
            arXiv:2309.17453). The encoder reads no begin or end token, so these are the first and last token of the
            sentence. In causal maps it is the weight on the first key, ``<bos>``.
        sink_is_last: True if the weight on the last key is the larger one; False in causal maps.
        best_offset: key position minus query position, in tokens, at which most rows have their largest weight, among
            the offsets that occur in at least half as many rows as the commonest one (Voita et al. 2019).
        offset_share: share of rows with their largest weight at ``best_offset``, among rows that have a key there, from
            0 to 1 (Voita et al. 2019); NaN if none has.
        offset_weight: weight at ``best_offset``, from 0 to 1, over the same rows; NaN likewise.
        offset_coverage: share of all rows that have a key at ``best_offset``, from 0 to 1.
    """

    entropy: Float[np.ndarray, "L H"]
    confidence: Float[np.ndarray, "L H"]
    sink: Float[np.ndarray, "L H"]
    sink_is_last: Bool[np.ndarray, "L H"]
    best_offset: Int[np.ndarray, "L H"]
    offset_share: Float[np.ndarray, "L H"]
    offset_weight: Float[np.ndarray, "L H"]
    offset_coverage: Float[np.ndarray, "L H"]

    def __post_init__(self) -> None:
        for field in fields(self):
            getattr(self, field.name).setflags(write=False)


class MeasureTally:
    """The sums that the measures of the heads of one kind are made of.

    Args:
        is_causal: True if a query has no keys after its own position.
    """

    def __init__(self, *, is_causal: bool = False) -> None:
        self._is_causal = is_causal
        self._n_rows = 0
        self._sums = np.zeros((4, 1, 1))  # entropy, confidence, weight on the first key, on the last key
        self._peaks = self._weight = np.zeros((1, 1, 1))  # by offset + reach; as many heads as the first map has
        self._n_by_offset = np.zeros(1)

    @property
    def has_choice(self) -> bool:
        """True once a row with two keys was added, so that there is something to measure."""
        return self._n_rows > 0

    def add(self, maps: Float[np.ndarray, "L H Q K"]) -> None:
        """Add the maps of one sentence; every row sums to 1, with NaN where there is no key."""
        reach = self._extend(max(maps.shape[-2:]), maps.shape[:2])
        rows, keys = np.nonzero(~np.isnan(maps[0, 0]))
        n_keys = np.bincount(rows, minlength=maps.shape[-2])
        has_choice = n_keys > 1
        weights = np.nan_to_num(maps).astype(np.float64)
        surprise = -np.log(weights, out=np.zeros_like(weights), where=weights > 0)
        entropy = (weights * surprise).sum(axis=-1)[..., has_choice] / np.log(n_keys[has_choice])
        chosen = weights[..., has_choice, :]
        parts = (entropy, chosen.max(axis=-1), chosen[..., 0], chosen[..., -1])
        self._n_rows += int(has_choice.sum())
        self._sums = self._sums + [each.sum(axis=-1) for each in parts]
        is_peak = np.zeros_like(weights)
        np.put_along_axis(is_peak, weights.argmax(axis=-1)[..., None], 1, axis=-1)
        rows, keys = rows[has_choice[rows]], keys[has_choice[rows]]
        places = keys - rows + reach
        np.add.at(self._n_by_offset, places, 1)
        np.add.at(self._peaks, places, np.moveaxis(is_peak[..., rows, keys], -1, 0))
        np.add.at(self._weight, places, np.moveaxis(weights[..., rows, keys], -1, 0))

    def measure(self, focus: Focus | None = None) -> HeadMeasures:
        """Return the measures of what was added.

        Args:
            focus: where to read offset and sink; by default each head's best offset and larger end.

        Raises:
            ValueError: no row has two keys.
        """
        if not self.has_choice:
            raise ValueError("no row has two keys")
        entropy, confidence, first, last = self._sums / self._n_rows
        best = self._find_best_offsets() if focus is None else np.full(first.shape, focus.offset)
        reach = len(self._n_by_offset) // 2
        is_reached = np.abs(best) <= reach
        places = np.where(is_reached, best + reach, 0)
        n_rows = np.where(is_reached, self._n_by_offset[places], 0)
        share, weight = (
            np.divide(
                np.take_along_axis(each, places[None], axis=0)[0],
                n_rows,
                out=np.full(n_rows.shape, np.nan),
                where=n_rows > 0,
            )
            for each in (self._peaks, self._weight)
        )
        is_last = np.full(first.shape, focus.is_last) if focus else (last > first) & (not self._is_causal)
        sink = np.where(is_last, last, first)
        return HeadMeasures(entropy, confidence, sink, is_last, best, share, weight, n_rows / self._n_rows)

    def _find_best_offsets(self) -> Int[np.ndarray, "L H"]:
        # At an offset that few rows have, a single row would decide the share.
        is_common = self._n_by_offset >= self._n_by_offset.max() / 2
        best = np.where(is_common[:, None, None], self._peaks, -1).argmax(axis=0)
        return best - len(self._n_by_offset) // 2

    def _extend(self, reach: int, heads: tuple[int, ...]) -> int:
        """Make room for the offsets of a map, and return the reach."""
        more = max(0, reach - len(self._n_by_offset) // 2)
        if more:
            around = ((more, more), (0, 0), (0, 0))
            self._n_by_offset = np.pad(self._n_by_offset, more)
            self._peaks, self._weight = (
                np.pad(np.broadcast_to(each, (len(each), *heads)), around) for each in (self._peaks, self._weight)
            )
        return len(self._n_by_offset) // 2
