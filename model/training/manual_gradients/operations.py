"""The operations of a Transformer, forward and backward.

Shapes: N tokens, D model width, V tokens of a vocabulary.
"""

import math
from collections.abc import Callable

import torch
from torch import Tensor, nn

from model.training.manual_gradients.packing import Packing
from model.transformer.layers import Embedding

# From the gradient of the loss with respect to a result to that with respect to the input.
Backward = Callable[[Tensor], Tensor]


def apply_linear(
    linear: nn.Linear, x: Tensor, residual: Tensor | None = None, rows: slice | None = None
) -> tuple[Tensor, Backward]:
    """Compute x Wᵀ + b.

    Args:
        linear: holds W and b.
        x: (N, inside).
        residual: (N, outside), added to the product at no extra cost; its gradient is that of the result.
        rows: the rows of W and b to use; None for all.
    """
    weight, by_weight = _with_gradient(linear.weight, rows)
    bias, by_bias = _with_gradient(linear.bias, rows)
    result = torch.mm(x, weight.T).add_(bias) if residual is None else (residual + bias).addmm_(x, weight.T)

    def backward(gradient: Tensor) -> Tensor:
        torch.mm(gradient.T, x, out=by_weight)
        torch.sum(gradient, 0, out=by_bias)
        return torch.mm(gradient, weight)

    return result, backward


def apply_norm(norm: nn.Module, x: Tensor) -> tuple[Tensor, Backward]:
    """Apply a layer norm (Ba et al. 2016, arXiv:1607.06450) or ``nn.Identity`` to x (N, D)."""
    if not isinstance(norm, nn.LayerNorm):
        return x, lambda gradient: gradient
    shape = list(norm.normalized_shape)
    (weight, by_weight), (bias, by_bias) = _with_gradient(norm.weight), _with_gradient(norm.bias)
    result, mean, inverse_deviation = torch.native_layer_norm(x, shape, weight, bias, norm.eps)

    def backward(gradient: Tensor) -> Tensor:
        gradients: tuple[Tensor, Tensor, Tensor] = torch.ops.aten.native_layer_norm_backward(
            gradient, x, shape, mean, inverse_deviation, weight, bias, [True, True, True]
        )
        by_weight.copy_(gradients[1])
        by_bias.copy_(gradients[2])
        return gradients[0]

    return result, backward


def apply_relu(x: Tensor) -> tuple[Tensor, Backward]:
    """Compute max(0, x) in place."""
    result = x.relu_()
    return result, lambda gradient: torch.ops.aten.threshold_backward(gradient, result, 0)


def embed(embedding: Embedding, ids: Tensor, packing: Packing) -> tuple[Tensor, Callable[[Tensor], None]]:
    """Return the vectors (N, D) of ids (B, L) plus positions; ids have no gradient for backward to return."""
    packed_ids = ids.flatten().index_select(0, packing.places)
    positions = embedding.positions.index_select(0, packing.places % ids.shape[1])
    table, by_table = _with_gradient(embedding.tokens.weight)

    def backward(gradient: Tensor) -> None:
        by_table.zero_().index_add_(0, packed_ids, gradient, alpha=embedding.scale)

    return torch.add(positions, table.index_select(0, packed_ids), alpha=embedding.scale), backward


def cross_entropy(scores: Tensor, expected: Tensor, label_smoothing: float) -> tuple[Tensor, Tensor]:
    """Return the mean cross-entropy in nats and its gradient with respect to the scores, (p - q) / N, q the target.

    Args:
        scores: (N, V), before softmax; overwritten by the gradient.
        expected: (N,) ids.
        label_smoothing: probability spread over all tokens.
    """
    n_tokens, n_classes = scores.shape
    index = expected[:, None]
    top = scores.amax(-1, keepdim=True)
    target_scores = (1 - label_smoothing) * scores.gather(1, index)
    if label_smoothing:  # 0 times the mean is NaN if a score is -inf
        target_scores += label_smoothing * scores.mean(-1, keepdim=True)
    powers = scores.sub_(top).mul_(1 / math.log(2)).exp2_()  # takes less than half the time of exp
    total = powers.sum(-1, keepdim=True)
    gradient = powers.mul_(1 / (n_tokens * total)).sub_(label_smoothing / (n_tokens * n_classes))
    target_gradient = scores.new_full((), (label_smoothing - 1) / n_tokens)
    loss = (total.log() + (top - target_scores)).mean()
    return loss, gradient.scatter_add_(1, index, target_gradient.expand_as(index))


def _with_gradient(weight: Tensor, rows: slice | None = None) -> tuple[Tensor, Tensor]:
    """Return a weight and its gradient, which ``model.training.adamw`` allocates."""
    gradient = weight.grad
    if gradient is None:
        raise ValueError("the weight has no gradient to fill: build its optimizer first")
    return (weight, gradient) if rows is None else (weight[rows], gradient[rows])
