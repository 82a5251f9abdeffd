"""Attention of all heads at once, forward and backward.

Shapes: G heads of all sentences (H · B), Q queries, K keys, E width of one head.
"""

import math
from collections.abc import Callable

import torch
from torch import Tensor

# Takes the gradient by the result, and room for those by queries, keys and values.
BackwardInto = Callable[[Tensor, Tensor, Tensor, Tensor], None]
_LOWEST, _SMALLEST = -1e30, 1e-30  # instead of -inf and 0, for rows that may look at nothing


def bias_of(allowed: Tensor) -> Tensor:
    """What is added to scores (…, Q, K): -inf where looking is forbidden."""
    return torch.zeros(allowed.shape).masked_fill_(~allowed, -math.inf)


def mixed(queries: Tensor, keys: Tensor, values: Tensor, bias: Tensor) -> tuple[Tensor, BackwardInto]:
    """softmax(Q Kᵀ / √E + bias) V; a query that may look at nothing gets zeros.

    Softmax is written out, with powers of 2: PyTorch's goes row by row, slowly where rows are shorter than the
    processor's vectors. The weights are kept for the way back.

    Args:
        queries: (G, Q, E), of each sentence for the first head, then for the second.
        keys: (G, K, E), in the same order.
        values: (G, K, E), in the same order.
        bias: (B, Q, K) or (Q, K) from ``bias_of``, the same for all heads.
    """
    scale = 1 / math.sqrt(queries.shape[-1])
    weights = torch.bmm(queries, keys.mT)
    weights.view(-1, *bias.shape).mul_(scale / math.log(2)).add_(bias)
    weights.sub_(weights.amax(-1, keepdim=True).clamp_min_(_LOWEST)).exp2_()
    weights.div_(weights.sum(-1, keepdim=True).clamp_min_(_SMALLEST))

    def backward(gradient: Tensor, by_queries: Tensor, by_keys: Tensor, by_values: Tensor) -> None:
        torch.bmm(weights.mT, gradient, out=by_values)
        # Softmax: weights · (gradient by the weights - its mean under the weights).
        by_scores = torch.bmm(gradient, values.mT).mul_(weights)
        by_scores.addcmul_(weights, by_scores.sum(-1, keepdim=True), value=-1).mul_(scale)
        torch.bmm(by_scores, keys, out=by_queries)
        torch.bmm(by_scores.mT, queries, out=by_keys)

    return torch.bmm(weights, values), backward
