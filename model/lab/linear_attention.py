"""Linear attention (Katharopoulos et al. 2020, arXiv:2006.16236): a feature map in place of the softmax.

Shapes: Q queries, K keys, E width of a key, W width of a value.
"""

import math
from typing import NamedTuple

from jaxtyping import Float
from torch import Tensor
from torch.nn import functional


class LinearStages(NamedTuple):
    """Every matrix of linear attention; no (Q, K) matrix is among them."""

    query_features: Tensor  # φ(Q), scaled: (…, Q, E)
    key_features: Tensor  # φ(K): (…, K, E)
    memory: Tensor  # φ(K)ᵀ V: (…, E, W), all that is kept of keys and values
    totals: Tensor  # φ(Q) Σ φ(K): (…, Q, 1), what each row of implied weights sums to
    mixed: Tensor  # (…, Q, W)


def feature_map(x: Float[Tensor, "*shape"]) -> Float[Tensor, "*shape"]:
    """φ(x) = elu(x) + 1: above 0 everywhere, and x + 1 where x is positive."""
    return functional.elu(x) + 1


def linear_attention(
    queries: Float[Tensor, "*batch Q E"],
    keys: Float[Tensor, "*batch K E"],
    values: Float[Tensor, "*batch K W"],
    *,
    is_normalised: bool = True,
    is_scaled: bool = True,
) -> LinearStages:
    """φ(Q) (φ(K)ᵀ V), in an order that never forms a (Q, K) matrix.

    Args:
        queries: what asks.
        keys: of the queries' width.
        values: of any width.
        is_normalised: divide each row by its total, so that it is a mean of the values (equation 4); where the total
            is 0, the row is too.
        is_scaled: divide the query's features by √E; normalised, it makes no difference.
    """
    key_features = feature_map(keys)
    query_features = feature_map(queries)
    if is_scaled:
        query_features = query_features / math.sqrt(queries.shape[-1])
    memory = key_features.transpose(-2, -1) @ values  # (…, E, W)
    totals = query_features @ key_features.sum(dim=-2).unsqueeze(-1)  # (…, Q, 1)
    mixed = query_features @ memory
    if is_normalised:  # features far below 0 vanish, and leave nothing to share out
        mixed = mixed / totals.masked_fill(totals == 0, 1)
    return LinearStages(query_features, key_features, memory, totals, mixed)


def softmax_operations(n_queries: int, n_keys: int, width: int, value_width: int) -> int:
    """Multiplications, divisions and exponentials of softmax attention: Q K grows with the square of the length."""
    per_pair = width + 1 + 2 + value_width  # dot product, scale, exponential and division, weighted value
    return n_queries * n_keys * per_pair


def linear_operations(n_queries: int, n_keys: int, width: int, value_width: int) -> int:
    """Multiplications, divisions and exponentials of normalised linear attention: in proportion to the length."""
    features = (n_queries + n_keys) * width  # one exponential at most each
    return features + n_keys * width * value_width + n_queries * (width * value_width + width + value_width)
