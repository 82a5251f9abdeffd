"""The one reading of cross-attention as a word alignment: a layer, a head or the mean of heads, and a step.

Among all of them, the reading with the lowest alignment error rate on training pairs is chosen, by the same rule for
every model, and measured on other pairs.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from model.analysis.alignment_error_rate import Links
from model.analysis.head_alignment import score_alignment
from model.analysis.teacher_forced_maps import PairMaps
from model.data.word_boundaries import find_word_starts, merge_to_words
from model.transformer.kind import Kind


@dataclass(frozen=True, slots=True)
class Reading:
    """A way to read word links off cross-attention.

    Attributes:
        layer: counted from 0.
        head: counted from 0; None for the mean of heads.
        is_fed: read a target word at the step that is fed it (Chen et al. 2020, arXiv:2004.14837) instead of the step
            that generates it (Garg et al. 2019, arXiv:1909.02074).
    """

    layer: int
    head: int | None
    is_fed: bool

    def align(self, each: PairMaps) -> Links:
        """Link each target word to the source word with the largest weight."""
        weights = each.maps[Kind.CROSS][self.layer]  # (H, T + 1, S)
        weights = weights.mean(axis=0) if self.head is None else weights[self.head]
        weights = weights[1:] if self.is_fed else weights[:-1]
        words = merge_to_words(weights, find_word_starts(each.source), find_word_starts(each.target))
        return frozenset((int(i), j) for j, i in enumerate(words.argmax(axis=-1)))


def choose_reading(maps: Iterable[PairMaps]) -> Reading | None:
    """Return the reading with the lowest alignment error rate; None if no pair has links.

    Args:
        maps: of training pairs, each with the links to be found. Of equal readings the first by step, layer and head
            is chosen.
    """
    maps = list(maps)
    rates = {is_fed: scores.error_rate for is_fed in (False, True) if (scores := score_alignment(maps, is_fed=is_fed))}
    readings = [
        (rate, Reading(layer, None if head == by_layer.shape[1] - 1 else head, is_fed))
        for is_fed, by_layer in rates.items()
        for (layer, head), rate in np.ndenumerate(by_layer)
    ]
    return min(readings, key=lambda rated: rated[0])[1] if readings else None
