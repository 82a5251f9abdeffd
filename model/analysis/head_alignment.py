"""Alignment accuracy and alignment error rate of every cross-attention head.

Shapes: L layers, H heads.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from model.analysis.teacher_forced_maps import PairMaps, read_maps
from model.corpus import Pair
from model.inference.translator import Translator
from model.inference.word_alignment import count_aligned_words, count_linked_words
from model.transformer.kind import Kind


@dataclass(frozen=True, slots=True)
class AlignmentScores:
    """Alignment scores by layer and head, the mean of heads last; read-only arrays.

    Attributes:
        accuracy: share of linked target words at which the head has its largest weight on a source word that the gold
            alignment links.
        error_rate: 1 - (|A∩S| + |A∩P|) / (|A| + |S|), where A links every target word to the source word of its largest
            weight, and all gold links are both sure (S) and possible (P).
    """

    accuracy: Float[np.ndarray, "L H_and_mean"]
    error_rate: Float[np.ndarray, "L H_and_mean"]

    def __post_init__(self) -> None:
        self.accuracy.setflags(write=False)
        self.error_rate.setflags(write=False)


def score_alignment(maps: Iterable[PairMaps], *, is_fed: bool = False) -> AlignmentScores | None:
    """Score the cross-attention of every head against the gold links; None without gold links.

    Args:
        maps: of gold pairs.
        is_fed: read a target word at the step that is fed it (Chen et al. 2020, arXiv:2004.14837) instead of the step
            that generates it (Garg et al. 2019, arXiv:1909.02074).
    """
    n_aligned: np.ndarray | int = 0
    n_linked, n_words, n_links = 0, 0, 0
    for each in maps:
        weights = each.maps[Kind.CROSS]  # (L, H, T + 1, S)
        weights = np.concatenate((weights, weights.mean(axis=1, keepdims=True)), axis=1)
        weights = weights[..., 1:, :] if is_fed else weights[..., :-1, :]
        n_aligned = n_aligned + count_aligned_words(weights, each.source, each.target, each.pair)
        n_linked += count_linked_words(each.pair)
        n_words += len(each.pair.target)
        n_links += len(each.pair.alignment)
    if not n_linked:
        return None
    return AlignmentScores(np.asarray(n_aligned / n_linked), np.asarray(1 - 2 * n_aligned / (n_words + n_links)))


def score_heads(translator: Translator, pairs: Sequence[Pair]) -> Float[np.ndarray, "L H_and_mean"] | None:
    """Return the alignment accuracy of each head by layer, the mean of heads last; None without gold links.

    Args:
        translator: its model in evaluation mode.
        pairs: gold pairs, at least one.
    """
    if not any(map(count_linked_words, pairs)):
        return None
    scores = score_alignment(read_maps(translator, pairs, [Kind.CROSS]))
    return scores.accuracy if scores else None
