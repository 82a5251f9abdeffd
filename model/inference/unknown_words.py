"""What is carried over from the source as it was written: unknown words, and the capital of a known name.

An unknown word that is generated becomes the source word that cross-attention points at:
Luong et al. 2015, "Addressing the Rare Word Problem in Neural Machine Translation" (arXiv:1410.8206).
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float

from model.corpus.known_words import NAMES
from model.data.vocabulary import is_unknown

_NAMES = frozenset(name.word for name in NAMES)


def written_names(words: Sequence[str], texts: Sequence[str]) -> dict[str, str]:
    """How the names among the source words, which both languages share, were written: ``anna`` as ``Anna``."""
    return {word: text for word, text in zip(words, texts, strict=True) if word in _NAMES}


def copied_position(attention: Float[np.ndarray, "H S"], source_ids: Sequence[int]) -> int:
    """Which source word stands for an unknown word that is generated.

    Args:
        attention: the last decoder layer's cross-attention at that step, (H, S).
        source_ids: the ids of the source words.

    Returns:
        The position the mean of the heads points at, among the words the model does not know if there are any.
    """
    pointed = attention.mean(axis=0)
    unknown = [is_unknown(token) for token in source_ids]
    return int(np.where(unknown, pointed, -1.0).argmax()) if any(unknown) else int(pointed.argmax())
