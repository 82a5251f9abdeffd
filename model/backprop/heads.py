"""Attention of all heads at once, forward and backward.

Shapes: G heads of all sentences (H · B), Q queries, K keys, E width of one head.
"""

import math
from collections.abc import Callable

import torch
from jaxtyping import Bool, Float
from torch import Tensor

# Takes the gradient by the result, and room for those by queries, keys and values.
BackwardInto = Callable[[Tensor, Tensor, Tensor, Tensor], None]
_LOWEST, _SMALLEST = -1e30, 1e-30  # instead of -inf and 0, for rows that may look at nothing


def additive(allowed: Bool[Tensor, "*B Q K"]) -> Float[Tensor, "*B Q K"]:
    """A mask as it is added to scores: -inf where looking is forbidden."""
    return torch.zeros(allowed.shape).masked_fill_(~allowed, -math.inf)


def mixed(
    queries: Float[Tensor, "G Q E"],
    keys: Float[Tensor, "G K E"],
    values: Float[Tensor, "G K E"],
    mask: Float[Tensor, "*B Q K"],
) -> tuple[Float[Tensor, "G Q E"], BackwardInto]:
    """softmax(Q Kᵀ / √E + mask) V; a query that may look at nothing gets zeros.

    Softmax is written out, with powers of 2: PyTorch's goes row by row, slowly where rows are shorter than the
    processor's vectors. The backward pass is that of FlashAttention (Dao et al. 2022, arXiv:2205.14135, appendix
    B.2), with the weights kept.

    Args:
        queries: of each sentence for the first head, then for the second.
        keys: in the same order.
        values: in the same order.
        mask: from ``additive``, the same for all heads.
    """
    scale = 1 / math.sqrt(queries.shape[-1])
    weights = torch.bmm(queries, keys.mT)
    weights.view(-1, *mask.shape).mul_(scale / math.log(2)).add_(mask)
    weights.sub_(weights.amax(-1, keepdim=True).clamp_min_(_LOWEST)).exp2_()
    weights.div_(weights.sum(-1, keepdim=True).clamp_min_(_SMALLEST))

    def backward(gradient: Tensor, by_queries: Tensor, by_keys: Tensor, by_values: Tensor) -> None:
        torch.bmm(weights.mT, gradient, out=by_values)
        scores = torch.bmm(gradient, values.mT).mul_(weights)
        # Softmax takes the mean gradient off a row of weights.
        scores.addcmul_(weights, scores.sum(-1, keepdim=True), value=-1).mul_(scale)
        torch.bmm(scores, keys, out=by_queries)
        torch.bmm(scores.mT, queries, out=by_keys)

    return torch.bmm(weights, values), backward
