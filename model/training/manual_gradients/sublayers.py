"""The sublayers of ``model.transformer.layers``, forward and backward, and the residual around each.

Shapes: N tokens, D model width.
"""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from model.training.manual_gradients.heads import mixed
from model.training.manual_gradients.operations import Backward, affine, normalised, rectified
from model.training.manual_gradients.packing import Packing
from model.transformer.attention import MultiHeadAttention
from model.transformer.layers import FeedForward, Residual

# Takes its input (N, D), and what its output is added to.
Sublayer = Callable[[Tensor, Tensor], tuple[Tensor, Backward]]


class Encoded(NamedTuple):
    """The source as the encoder gives it (N, D), its gradient, which all that look at it add to, and its places."""

    vectors: Tensor
    gradient: Tensor
    packing: Packing


def feed_forward(layer: FeedForward, x: Tensor, onto: Tensor) -> tuple[Tensor, Backward]:
    """max(0, x W₁ + b₁) W₂ + b₂."""
    expanded, back_from_expanded = affine(layer.expand, x)
    active, back_from_active = rectified(expanded)
    output, back_from_output = affine(layer.contract, active, onto)
    return output, lambda gradient: back_from_expanded(back_from_active(back_from_output(gradient)))


def self_attention(
    layer: MultiHeadAttention, packing: Packing, bias: Tensor, x: Tensor, onto: Tensor
) -> tuple[Tensor, Backward]:
    """Tokens look at those of their own sentence."""
    projected, back_from_projected = affine(layer.in_proj, x)
    heads = packing.cut(projected, 3)
    queries, keys, values = heads
    found, back_from_found = mixed(queries, keys, values, bias)
    output, back_from_output = affine(layer.out_proj, packing.joined(found[None]), onto)

    def backward(gradient: Tensor) -> Tensor:
        by_heads = torch.empty_like(heads)
        back_from_found(packing.cut(back_from_output(gradient), 1)[0], *by_heads)
        return back_from_projected(packing.joined(by_heads))

    return output, backward


def cross_attention(
    layer: MultiHeadAttention, packing: Packing, memory: Encoded, bias: Tensor, x: Tensor, onto: Tensor
) -> tuple[Tensor, Backward]:
    """Tokens look at the memory, whose gradient grows on the way back."""
    d_model = x.shape[1]
    asked, back_from_asked = affine(layer.in_proj, x, rows=slice(None, d_model))
    offered, back_from_offered = affine(layer.in_proj, memory.vectors, rows=slice(d_model, None))
    (queries,), keys_values = packing.cut(asked, 1), memory.packing.cut(offered, 2)
    keys, values = keys_values
    found, back_from_found = mixed(queries, keys, values, bias)
    output, back_from_output = affine(layer.out_proj, packing.joined(found[None]), onto)

    def backward(gradient: Tensor) -> Tensor:
        by_queries, by_keys_values = torch.empty_like(queries), torch.empty_like(keys_values)
        back_from_found(packing.cut(back_from_output(gradient), 1)[0], by_queries, *by_keys_values)
        memory.gradient.add_(back_from_offered(memory.packing.joined(by_keys_values)))
        return back_from_asked(packing.joined(by_queries[None]))

    return output, backward


def residual(around: Residual, sublayer: Sublayer, x: Tensor) -> tuple[Tensor, Backward]:
    """A sublayer added to its input, normalised before or after."""
    if around.is_pre:
        normed, back_from_normed = normalised(around.norm, x)
        output, back_from_output = sublayer(normed, x)
        return output, lambda gradient: back_from_normed(back_from_output(gradient)).add_(gradient)
    summed, back_from_summed = sublayer(x, x)
    output, back_from_output = normalised(around.norm, summed)

    def backward(gradient: Tensor) -> Tensor:
        by_sum = back_from_output(gradient)
        return back_from_summed(by_sum).add_(by_sum)

    return output, backward
