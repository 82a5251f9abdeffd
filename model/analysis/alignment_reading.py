"""Readings of cross-attention as a word alignment: a head or a mean of heads, a step, one direction or both.

Among all of them, the reading with the lowest alignment error rate on training pairs is chosen, by the same rule for
every model, and measured on other pairs.

Shapes: R readings, L layers, H heads, T target tokens, S source tokens.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

import numpy as np
from jaxtyping import Int

from model.analysis.alignment_error_rate import Links, rate_counts
from model.analysis.teacher_forced_maps import PairMaps
from model.inference.attention_maps import append_mean
from model.inference.word_alignment import count_aligned_words, count_linked_words, link_words
from model.transformer.kind import Kind


@dataclass(frozen=True, slots=True)
class Reading:
    """A way to read word links off cross-attention.

    Attributes:
        layer: counted from 0; None for the mean of all heads of all layers.
        head: counted from 0; None for a mean of heads.
        is_fed: read a target word at the step that is fed it; see ``PairMaps.read_target_rows``.
        is_mutual: read both directions (``model.inference.word_alignment.link_words``).
    """

    layer: int | None = None
    head: int | None = None
    is_fed: bool = False
    is_mutual: bool = False

    def align(self, each: PairMaps) -> Links:
        """Link each target word to one source word."""
        maps = each.read_target_rows(is_fed=self.is_fed)
        chosen = maps if self.layer is None else maps[self.layer] if self.head is None else maps[self.layer, self.head]
        weights = chosen.reshape(-1, *maps.shape[-2:]).mean(axis=0)
        linked = link_words(weights, each.source, each.target, is_mutual=self.is_mutual)
        return frozenset((int(i), j) for j, i in enumerate(linked))

    def score(self, maps: Iterable[PairMaps]) -> float | None:
        """Return the share of linked target words that get one of their gold links; None without gold links."""
        n_right = n_linked = 0
        for each in maps:
            n_right += len(self.align(each) & each.pair.alignment)
            n_linked += count_linked_words(each.pair)
        return n_right / n_linked if n_linked else None


ALL_HEADS = Reading(is_mutual=True)  # no part of it is chosen by a score


def choose_reading(maps: Iterable[PairMaps]) -> Reading | None:
    """Return the reading with the lowest alignment error rate; None if no pair has links.

    Args:
        maps: of training pairs, each with the links to be found. Of equal readings, one of a single direction is
            chosen, and of these the first by step, layer and head.
    """
    ways, n_words, n_links = [*product((False, True), repeat=2)], 0, 0
    n_right: list[np.ndarray | int] = [0] * len(ways)
    sizes = 0, 0
    for each in maps:
        n_words += len(each.pair.target)
        n_links += len(each.pair.alignment)
        sizes = each.maps[Kind.CROSS].shape[:2]
        for place, (is_mutual, is_fed) in enumerate(ways):
            n_right[place] = n_right[place] + _count_right(each, is_fed=is_fed, is_mutual=is_mutual)
    if not n_links:
        return None
    heads = [*product(range(sizes[0]), (*range(sizes[1]), None)), (None, None)]
    rated: list[tuple[float, Reading]] = []
    for (is_mutual, is_fed), counts in zip(ways, n_right, strict=True):
        rates = np.asarray(rate_counts(np.asarray(counts), n_words, n_links))
        rated += [
            (rate, Reading(*head, is_fed=is_fed, is_mutual=is_mutual)) for rate, head in zip(rates, heads, strict=True)
        ]
    return min(rated, key=lambda each: each[0])[1]


def _count_right(each: PairMaps, *, is_fed: bool, is_mutual: bool) -> Int[np.ndarray, " R"]:
    """Count the right links of every head, of the mean of each layer behind its heads, and of the mean of all, last."""
    maps = each.read_target_rows(is_fed=is_fed)
    by_layer = append_mean(maps).reshape(-1, *maps.shape[-2:])
    stacked = np.concatenate((by_layer, maps.mean(axis=(0, 1))[None]))
    return count_aligned_words(stacked, each.source, each.target, each.pair, is_mutual=is_mutual)
