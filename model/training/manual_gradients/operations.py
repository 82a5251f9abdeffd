"""What a Transformer's layers are made of, forward and backward.

Shapes: N tokens, D model width, V tokens of a vocabulary.
"""

import math
from collections.abc import Callable

import torch
from torch import Tensor, nn

from model.training.manual_gradients.packing import Packing
from model.transformer.layers import Embedding

# From the gradient of the loss by a result to that by what went in.
Backward = Callable[[Tensor], Tensor]


def affine(
    linear: nn.Linear, x: Tensor, onto: Tensor | None = None, rows: slice | None = None
) -> tuple[Tensor, Backward]:
    """The product x Wᵀ + b.

    Args:
        linear: holds W and b.
        x: (N, inside).
        onto: (N, outside) is added, for less than another sum costs; its gradient is that of the result.
        rows: those of W and b that are meant; None is all.
    """
    weight, by_weight = _with_gradient(linear.weight, rows)
    bias, by_bias = _with_gradient(linear.bias, rows)
    result = torch.mm(x, weight.T).add_(bias) if onto is None else (onto + bias).addmm_(x, weight.T)

    def backward(gradient: Tensor) -> Tensor:
        torch.mm(gradient.T, x, out=by_weight)
        torch.sum(gradient, 0, out=by_bias)
        return torch.mm(gradient, weight)

    return result, backward


def normalised(norm: nn.Module, x: Tensor) -> tuple[Tensor, Backward]:
    """What ``norm`` makes of x (N, D): a layer norm (Ba et al. 2016, arXiv:1607.06450), or nothing."""
    if not isinstance(norm, nn.LayerNorm):
        return x, lambda gradient: gradient
    shape = list(norm.normalized_shape)
    (weight, by_weight), (bias, by_bias) = _with_gradient(norm.weight), _with_gradient(norm.bias)
    result, mean, inverse_deviation = torch.native_layer_norm(x, shape, weight, bias, norm.eps)

    def backward(gradient: Tensor) -> Tensor:
        found: tuple[Tensor, Tensor, Tensor] = torch.ops.aten.native_layer_norm_backward(
            gradient, x, shape, mean, inverse_deviation, weight, bias, [True, True, True]
        )
        by_weight.copy_(found[1])
        by_bias.copy_(found[2])
        return found[0]

    return result, backward


def rectified(x: Tensor) -> tuple[Tensor, Backward]:
    """max(0, x), in the place of x."""
    result = x.relu_()
    return result, lambda gradient: torch.ops.aten.threshold_backward(gradient, result, 0)


def embedded(embedding: Embedding, ids: Tensor, packing: Packing) -> tuple[Tensor, Callable[[Tensor], None]]:
    """Vectors (N, D) of tokens with their positions, from ids (B, L); backward returns nothing, as ids do not learn."""
    own = ids.flatten().index_select(0, packing.places)
    positions = embedding.positions.index_select(0, packing.places % ids.shape[1])
    table, by_table = _with_gradient(embedding.tokens.weight)

    def backward(gradient: Tensor) -> None:
        by_table.zero_().index_add_(0, own, gradient, alpha=embedding.scale)

    return torch.add(positions, table.index_select(0, own), alpha=embedding.scale), backward


def cross_entropy(scores: Tensor, expected: Tensor, label_smoothing: float) -> tuple[Tensor, Tensor]:
    """Mean cross-entropy in nats, and its gradient by the scores, p - q with q the smoothed target.

    Args:
        scores: (N, V), before softmax; they are used up, as their memory holds the gradient.
        expected: (N,) ids.
        label_smoothing: probability spread over all tokens.
    """
    n_tokens, n_words = scores.shape
    right = expected[:, None]
    top = scores.amax(-1, keepdim=True)
    wanted = (1 - label_smoothing) * scores.gather(1, right)
    if label_smoothing:  # 0 times the mean is no number where a score is -inf
        wanted += label_smoothing * scores.mean(-1, keepdim=True)
    powers = scores.sub_(top).mul_(1 / math.log(2)).exp2_()  # in less than half the time of e to the same
    total = powers.sum(-1, keepdim=True)
    gradient = powers.mul_(1 / (n_tokens * total)).sub_(label_smoothing / (n_tokens * n_words))
    share = scores.new_full((), (label_smoothing - 1) / n_tokens)
    return (total.log() + (top - wanted)).mean(), gradient.scatter_add_(1, right, share.expand_as(right))


def _with_gradient(weight: Tensor, rows: slice | None = None) -> tuple[Tensor, Tensor]:
    """A weight and the place for its gradient, which ``model.training.optimizer`` makes."""
    gradient = weight.grad
    if gradient is None:
        raise ValueError("a weight without a place for its gradient: it has no optimizer yet")
    return (weight, gradient) if rows is None else (weight[rows], gradient[rows])
