"""Word alignment read off cross-attention, compared with the gold alignment.

Shapes: T target tokens, S source tokens.
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float, Int

from model.corpus import Pair
from model.data.word_boundaries import find_word_starts, merge_to_words


def count_aligned_words(
    attention: Float[np.ndarray, "*maps T S"], source: Sequence[str], target: Sequence[str], pair: Pair
) -> Int[np.ndarray, "*maps"]:
    """Return at how many target words each map has its largest weight on a source word of the gold alignment.

    Args:
        attention: cross-attention without the row of ``<eos>``; it is merged to words.
        source: the source tokens.
        target: the target tokens.
        pair: the words, and the links between them.
    """
    words = merge_to_words(attention, find_word_starts(source), find_word_starts(target))
    is_link = np.zeros(words.shape[-2:], dtype=bool)
    for source_word, target_word in pair.alignment:
        is_link[target_word, source_word] = True
    peaks = words.argmax(axis=-1)
    return np.asarray(is_link[np.arange(len(is_link)), peaks].sum(axis=-1))


def count_linked_words(pair: Pair) -> int:
    """Return the number of target words that the gold alignment links."""
    return len({word for _, word in pair.alignment})
