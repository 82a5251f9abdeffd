"""Linear attention (Katharopoulos et al. 2020, arXiv:2006.16236): a feature map in place of the softmax.

Shapes: Q queries, K keys, E width of a key, W width of a value.
"""

import math
from typing import NamedTuple

from jaxtyping import Float
from torch import Tensor
from torch.nn import functional


class LinearStages(NamedTuple):
    """Every matrix of linear attention; none of them is (Q, K)."""

    query_features: Tensor  # φ(Q), scaled: (…, Q, E)
    key_features: Tensor  # φ(K): (…, K, E)
    memory: Tensor  # φ(K)ᵀ V: (…, E, W), the summary of all keys and values
    mixed: Tensor  # (…, Q, W)


def feature_map(x: Float[Tensor, "*shape"]) -> Float[Tensor, "*shape"]:
    """Return φ(x) = elu(x) + 1: positive everywhere, and x + 1 where x is positive."""
    return functional.elu(x) + 1


def linear_attention(
    queries: Float[Tensor, "*batch Q E"],
    keys: Float[Tensor, "*batch K E"],
    values: Float[Tensor, "*batch K W"],
    *,
    is_normalized: bool = True,
) -> LinearStages:
    """Compute φ(Q) (φ(K)ᵀ V) in an order that never forms a (Q, K) matrix.

    Args:
        queries: (…, Q, E).
        keys: (…, K, E).
        values: (…, K, W).
        is_normalized: divide each row by its total, so that it is a mean of the values (equation 4); a row whose total
            is 0 becomes 0.
    """
    key_features = feature_map(keys)
    query_features = feature_map(queries) / math.sqrt(queries.shape[-1])  # the scale cancels when normalized
    memory = key_features.transpose(-2, -1) @ values  # (…, E, W)
    mixed = query_features @ memory
    if is_normalized:
        totals = query_features @ key_features.sum(dim=-2).unsqueeze(-1)  # (…, Q, 1), 0 if features underflow
        mixed = mixed / totals.masked_fill(totals == 0, 1)
    return LinearStages(query_features, key_features, memory, mixed)
