"""Scaled dot-product attention with every intermediate matrix and optional changes to single steps.

Shapes: Q queries, K keys, E width of a key, W width of a value.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

from jaxtyping import Float
from torch import Tensor

from model.transformer.attention import masked_softmax


class HeadStages(NamedTuple):
    """Every matrix from scores to output; (…, Q, K) but for the last."""

    scores: Tensor  # query · key
    scaled: Tensor  # scores divided by √E
    masked: Tensor  # -inf where looking is forbidden
    weights: Tensor  # after softmax
    dropped: Tensor  # after dropout
    mixed: Tensor  # (…, Q, W): values, averaged with the weights


def compute_stages(
    queries: Float[Tensor, "*batch Q E"],
    keys: Float[Tensor, "*batch K E"],
    values: Float[Tensor, "*batch K W"],
    allowed: Tensor | None = None,
    *,
    is_scaled: bool = True,
    over_columns: bool = False,
    dropout: Callable[[Tensor], Tensor] | None = None,
) -> HeadStages:
    """Compute softmax(Q Kᵀ / √E) V step by step.

    Args:
        queries: (…, Q, E).
        keys: (…, K, E).
        values: (…, K, W).
        allowed: boolean (…, Q, K) or (Q, K); None allows all.
        is_scaled: True to divide scores by √E.
        over_columns: True if softmax makes columns sum to 1 instead of rows.
        dropout: applied to the weights between softmax and values.

    Raises:
        TypeError: the mask is not boolean.
    """
    scores = queries @ keys.transpose(-2, -1)  # (…, Q, K)
    scaled = scores / math.sqrt(queries.shape[-1]) if is_scaled else scores
    if over_columns:
        transposed = None if allowed is None else allowed.transpose(-2, -1)
        weights = masked_softmax(scaled.transpose(-2, -1), transposed).transpose(-2, -1)
    else:
        weights = masked_softmax(scaled, allowed)
    masked = scaled if allowed is None else scaled.masked_fill(~allowed, -math.inf)
    dropped = weights if dropout is None else dropout(weights)
    return HeadStages(scores, scaled, masked, weights, dropped, dropped @ values)
