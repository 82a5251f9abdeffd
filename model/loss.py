"""The loss that every training here goes down.

Shapes: B batch, T target positions, V target tokens.
"""

import math
from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.autograd.function import once_differentiable

from model.vocabulary import PAD_ID


def next_token_loss(
    scores: Float[Tensor, "B T V"],
    expected: Int[Tensor, "B T"],
    label_smoothing: float = 0.0,
    n_tokens: int | None = None,
) -> Float[Tensor, ""]:
    """Mean cross-entropy of the expected tokens, padding aside, in nats: what ``functional.cross_entropy`` gives.

    Args:
        scores: (B, T, V), before softmax.
        expected: (B, T) ids; padding is ``PAD_ID``.
        label_smoothing: probability spread over all tokens (Szegedy et al. 2016, arXiv:1512.00567, section 7).
        n_tokens: what the sum is divided by; as many as are expected here by default.
    """
    loss: Tensor = _SmoothedCrossEntropy.apply(  # type: ignore[no-untyped-call]
        scores.flatten(0, 1), expected.flatten(), label_smoothing, n_tokens
    )
    return loss


class _SmoothedCrossEntropy(torch.autograd.Function):
    """Loss and gradient from one softmax, in half the passes over memory: p - q, with q the smoothed target.

    The gradient is handed on as it is kept, so there is one backward pass; PyTorch refuses a second.
    """

    @staticmethod
    def forward(ctx: Any, *given: Any) -> Tensor:
        scores, expected, smoothing, n_tokens = given
        right = expected[:, None]
        is_token = right != PAD_ID
        share = is_token.to(scores.dtype) / (is_token.sum() if n_tokens is None else n_tokens)
        shifted = scores - scores.amax(-1, keepdim=True)
        wanted = (1 - smoothing) * shifted.gather(1, right)
        if smoothing:  # 0 times the mean is no number where a score is -inf
            wanted += smoothing * shifted.mean(-1, keepdim=True)
        powers = shifted.mul_(1 / math.log(2)).exp2_()  # in less than half the time of e to the same
        total = powers.sum(-1, keepdim=True)
        gradient = powers.mul_(share / total).sub_(share * (smoothing / scores.shape[-1]))
        ctx.save_for_backward(gradient.scatter_add_(1, right, share * (smoothing - 1)))
        return ((total.log() - wanted).masked_fill(~is_token, 0.0) * share).sum()

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, *given: Tensor) -> tuple[Tensor | None, ...]:
        return ctx.saved_tensors[0].mul_(given[0]), None, None, None
