"""Alignment accuracy and alignment error rate of every cross-attention head.

Shapes: L layers, H heads.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from model.analysis.alignment_error_rate import rate_counts
from model.analysis.teacher_forced_maps import PairMaps, read_maps
from model.corpus import Pair
from model.inference.attention_maps import append_mean
from model.inference.translator import Translator
from model.inference.word_alignment import count_aligned_words, count_linked_words
from model.transformer.kind import Kind


@dataclass(frozen=True, slots=True)
class AlignmentScores:
    """Alignment scores by layer and head, the mean of heads last; read-only arrays.

    Attributes:
        accuracy: share of linked target words at which the head has its largest weight on a source word that the gold
            alignment links, from 0 to 1; 1 is best.
        error_rate: of the links from every target word to the source word of its largest weight
            (``model.analysis.alignment_error_rate``).
    """

    accuracy: Float[np.ndarray, "L H_and_mean"]
    error_rate: Float[np.ndarray, "L H_and_mean"]

    def __post_init__(self) -> None:
        self.accuracy.setflags(write=False)
        self.error_rate.setflags(write=False)


class AlignmentTally:
    """The counts that the alignment scores of cross-attention are made of.

    Args:
        is_fed: read a target word at the step that is fed it; see ``PairMaps.read_target_rows``.
    """

    def __init__(self, *, is_fed: bool = False) -> None:
        self._is_fed = is_fed
        self._n_aligned: np.ndarray | int = 0
        self._n_linked, self._n_words, self._n_links = 0, 0, 0

    def add(self, each: PairMaps) -> None:
        """Add the maps of a gold pair."""
        weights = append_mean(each.read_target_rows(is_fed=self._is_fed))
        self._n_aligned = self._n_aligned + count_aligned_words(weights, each.source, each.target, each.pair)
        self._n_linked += count_linked_words(each.pair)
        self._n_words += len(each.pair.target)
        self._n_links += len(each.pair.alignment)

    def score(self) -> AlignmentScores | None:
        """Return the scores of what was added; None without gold links."""
        if not self._n_linked:
            return None
        error_rate = rate_counts(np.asarray(self._n_aligned), self._n_words, self._n_links)
        return AlignmentScores(np.asarray(self._n_aligned / self._n_linked), np.asarray(error_rate))


def score_heads(translator: Translator, pairs: Sequence[Pair]) -> Float[np.ndarray, "L H_and_mean"] | None:
    """Return the alignment accuracy of each head by layer, the mean of heads last; None without gold links.

    Args:
        translator: its model in evaluation mode.
        pairs: gold pairs, at least one.
    """
    if not any(map(count_linked_words, pairs)):
        return None
    tally = AlignmentTally()
    for each in read_maps(translator, pairs, [Kind.CROSS]):
        tally.add(each)
    scores = tally.score()
    return scores.accuracy if scores else None
