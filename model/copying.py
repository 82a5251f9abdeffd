"""Unknown words are carried over: the source word that cross-attention points at is copied.

Luong et al. 2015, "Addressing the Rare Word Problem in Neural Machine Translation" (arXiv:1410.8206).
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float

from model.vocabulary import is_unknown


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
