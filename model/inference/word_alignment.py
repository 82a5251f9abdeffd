"""Word alignment read off cross-attention, compared with the gold alignment.

Shapes: T target tokens, S source tokens, W target words.
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float, Int

from model.corpus import Pair
from model.data.word_boundaries import find_word_starts, merge_to_words

_TINY = np.finfo(np.float32).tiny  # of a source word that no target word looks at, every share is 0


def link_words(
    attention: Float[np.ndarray, "*maps T S"],
    source: Sequence[str],
    target: Sequence[str],
    *,
    is_mutual: bool = False,
) -> Int[np.ndarray, "*maps W"]:
    """Return the source word, counted from 0, at which each target word has its largest weight.

    Args:
        attention: cross-attention without the row of ``<eos>``; it is merged to words.
        source: the source tokens.
        target: the target tokens.
        is_mutual: True to multiply each weight by its share of all weights on the source word, so that both directions
            agree on a link (Liang et al. 2006, https://aclanthology.org/N06-1014): of several target words that look
            at one source word, those that look at it less are linked to the next best.
    """
    words = merge_to_words(attention, find_word_starts(source), find_word_starts(target))
    if is_mutual:
        words = words * words / np.maximum(words.sum(axis=-2, keepdims=True), _TINY)
    return words.argmax(axis=-1)


def count_aligned_words(
    attention: Float[np.ndarray, "*maps T S"],
    source: Sequence[str],
    target: Sequence[str],
    pair: Pair,
    *,
    is_mutual: bool = False,
) -> Int[np.ndarray, "*maps"]:
    """Return how many target words each map links to a source word of the gold alignment.

    Args:
        attention: as for ``link_words``, like the next two and the last.
        source: the source tokens.
        target: the target tokens.
        pair: the words, and the links between them.
        is_mutual: True to read both directions.
    """
    is_link = np.zeros((len(pair.target), len(pair.source)), dtype=bool)
    for source_word, target_word in pair.alignment:
        is_link[target_word, source_word] = True
    linked = link_words(attention, source, target, is_mutual=is_mutual)
    return np.asarray(is_link[np.arange(len(is_link)), linked].sum(axis=-1))


def count_linked_words(pair: Pair) -> int:
    """Return the number of target words that the gold alignment links."""
    return len({word for _, word in pair.alignment})
