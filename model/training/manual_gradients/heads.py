"""Attention of all heads at once, forward and backward.

Shapes: G heads of all sentences (H · B), Q queries, K keys, E width of one head.
"""

import math
from collections.abc import Callable

import torch
from torch import Tensor

# Takes the gradient with respect to the result and fills those with respect to queries, keys and values.
BackwardInto = Callable[[Tensor, Tensor, Tensor, Tensor], None]
_LOWEST, _SMALLEST = -1e30, 1e-30  # instead of -inf and 0, for queries without an allowed key


def mask_to_bias(allowed: Tensor) -> Tensor:
    """Return the bias added to scores (…, Q, K): 0 where attention is allowed, -inf elsewhere."""
    return torch.zeros(allowed.shape).masked_fill_(~allowed, -math.inf)


def attend(queries: Tensor, keys: Tensor, values: Tensor, bias: Tensor) -> tuple[Tensor, BackwardInto]:
    """Compute softmax(Q Kᵀ / √E + bias) V; a query without an allowed key gets zeros.

    Softmax is computed from elementwise operations, with powers of 2: PyTorch's kernel works row by row, which is slow
    if rows are shorter than the processor's vectors. The weights are kept for the backward pass.

    Args:
        queries: (G, Q, E), all sentences for the first head, then for the second.
        keys: (G, K, E), in the same order.
        values: (G, K, E), in the same order.
        bias: (B, Q, K) or (Q, K) from ``mask_to_bias``, shared by all heads.
    """
    scale = 1 / math.sqrt(queries.shape[-1])
    weights = torch.bmm(queries, keys.mT)
    weights.view(-1, *bias.shape).mul_(scale / math.log(2)).add_(bias)
    weights.sub_(weights.amax(-1, keepdim=True).clamp_min_(_LOWEST)).exp2_()
    weights.div_(weights.sum(-1, keepdim=True).clamp_min_(_SMALLEST))

    def backward(gradient: Tensor, by_queries: Tensor, by_keys: Tensor, by_values: Tensor) -> None:
        torch.bmm(weights.mT, gradient, out=by_values)
        # Softmax: weights · (gradient with respect to the weights - its mean under the weights).
        by_scores = torch.bmm(gradient, values.mT).mul_(weights)
        by_scores.addcmul_(weights, by_scores.sum(-1, keepdim=True), value=-1).mul_(scale)
        torch.bmm(by_scores, keys, out=by_queries)
        torch.bmm(by_scores.mT, queries, out=by_keys)

    return torch.bmm(weights, values), backward
