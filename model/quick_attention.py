"""Attention for a model that learns: its weights are not looked at, and its gradients are written out.

Shapes: B batch, H heads, Q queries, K keys, E width of one head.
"""

import math
from typing import Any

import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.autograd.function import once_differentiable
from torch.nn import functional

_SHORT = 48  # keys; from some sixty on PyTorch's kernel is as quick
_LOWEST, _SMALLEST = -1e30, 1e-30  # instead of -inf and 0, for rows that may look at nothing


def quick_attention(
    queries: Float[Tensor, "B H Q E"],
    keys: Float[Tensor, "B H K E"],
    values: Float[Tensor, "B H K E"],
    allowed: Bool[Tensor, "..."] | None = None,
    dropout: float = 0.0,
) -> Float[Tensor, "B H Q E"]:
    """``scaled_dot_product_attention``, and the same in less time where sentences are learned from on a CPU.

    Args:
        queries: (B, H, Q, E).
        keys: (B, H, K, E).
        values: (B, H, K, E).
        allowed: boolean, broadcast to (B, H, Q, K); None allows all.
        dropout: the share of weights to drop.

    Returns:
        (B, H, Q, E); zeros for a query that may look at nothing.
    """
    is_learning = queries.requires_grad and queries.device.type == "cpu" and not dropout
    if not is_learning or keys.shape[2] > _SHORT:
        return functional.scaled_dot_product_attention(queries, keys, values, allowed, dropout)
    mixed: Tensor = _ShortAttention.apply(queries, keys, values, allowed)  # type: ignore[no-untyped-call]
    return mixed


class _ShortAttention(torch.autograd.Function):
    """Batched products of small matrices, and few passes over memory between them.

    Softmax is written out, with powers of 2: PyTorch's goes row by row, slowly where rows are shorter than the
    processor's vectors. The backward pass is that of FlashAttention (Dao et al. 2022, arXiv:2205.14135, appendix
    B.2), with the weights kept.
    """

    @staticmethod
    def forward(ctx: Any, *given: Any) -> Tensor:
        queries, keys, values = map(_stacked, given[:3])
        ctx.n_heads = given[0].shape[1]
        ctx.scale = 1 / math.sqrt(queries.shape[-1])
        bias = _bias(given[3], given[0])
        weights = torch.baddbmm(bias, queries, keys.transpose(1, 2), alpha=ctx.scale / math.log(2))
        weights.sub_(weights.amax(-1, keepdim=True).clamp_min_(_LOWEST)).exp2_()
        weights.div_(weights.sum(-1, keepdim=True).clamp_min_(_SMALLEST))
        mixed = torch.bmm(weights, values)
        ctx.save_for_backward(queries, keys, values, weights, mixed)
        return _unstacked(mixed, ctx.n_heads)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, *given: Tensor) -> tuple[Tensor | None, ...]:
        queries, keys, values, weights, mixed = ctx.saved_tensors
        gradient = _stacked(given[0])
        # Softmax takes the mean gradient off a row of weights; it is that of what the row has mixed.
        means = (gradient * mixed).sum(-1, keepdim=True)
        scores = torch.baddbmm(means, gradient, values.transpose(1, 2), beta=-1).mul_(weights).mul_(ctx.scale)
        gradients = (scores @ keys, scores.transpose(1, 2) @ queries, weights.transpose(1, 2) @ gradient)
        return *(_unstacked(each, ctx.n_heads) for each in gradients), None


def _stacked(heads: Tensor) -> Tensor:
    """(B, H, length, E) to (H · B, length, E): head by head, as projections are cut up quickest."""
    return heads.transpose(0, 1).flatten(0, 1)


def _unstacked(heads: Tensor, n_heads: int) -> Tensor:
    return heads.unflatten(0, (n_heads, -1)).transpose(0, 1)


def _bias(allowed: Tensor | None, heads: Tensor) -> Tensor:
    """What is added to the scores of these heads, broadcast to (H · B, Q, K): -inf where looking is forbidden."""
    if allowed is None:
        return heads.new_zeros(1)
    bias = heads.new_zeros(allowed.shape).masked_fill_(~allowed, -math.inf)
    return bias if allowed.ndim == 2 else _stacked(bias.expand(*heads.shape[:2], -1, -1))
