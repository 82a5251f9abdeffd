"""The sublayers of ``model.transformer.layers``, forward and backward, and the residual around each.

Shapes: N tokens, D model width.
"""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from model.training.manual_gradients.heads import attend
from model.training.manual_gradients.operations import Backward, apply_linear, apply_norm, apply_relu
from model.training.manual_gradients.packing import Packing
from model.transformer.attention import MultiHeadAttention
from model.transformer.layers import FeedForward, Residual

# Takes its input (N, D) and the residual that its output is added to.
Sublayer = Callable[[Tensor, Tensor], tuple[Tensor, Backward]]


class Memory(NamedTuple):
    """The encoded source (N, D), its gradient, which every cross-attention adds to, and its packing."""

    vectors: Tensor
    gradient: Tensor
    packing: Packing


def apply_feed_forward(layer: FeedForward, x: Tensor, residual: Tensor) -> tuple[Tensor, Backward]:
    """Compute max(0, x W₁ + b₁) W₂ + b₂."""
    expanded, back_from_expanded = apply_linear(layer.expand, x)
    active, back_from_active = apply_relu(expanded)
    output, back_from_output = apply_linear(layer.contract, active, residual)
    return output, lambda gradient: back_from_expanded(back_from_active(back_from_output(gradient)))


def apply_self_attention(
    layer: MultiHeadAttention, packing: Packing, bias: Tensor, x: Tensor, residual: Tensor
) -> tuple[Tensor, Backward]:
    """Apply attention from each token to the tokens of its sentence."""
    projected, back_from_projected = apply_linear(layer.in_proj, x)
    heads = packing.split_heads(projected, 3)
    queries, keys, values = heads
    mixed, back_from_mixed = attend(queries, keys, values, bias)
    output, back_from_output = apply_linear(layer.out_proj, packing.join_heads(mixed[None]), residual)

    def backward(gradient: Tensor) -> Tensor:
        by_heads = torch.empty_like(heads)
        back_from_mixed(packing.split_heads(back_from_output(gradient), 1)[0], *by_heads)
        return back_from_projected(packing.join_heads(by_heads))

    return output, backward


def apply_cross_attention(
    layer: MultiHeadAttention, packing: Packing, memory: Memory, bias: Tensor, x: Tensor, residual: Tensor
) -> tuple[Tensor, Backward]:
    """Apply attention from each token to the memory; backward adds to the memory's gradient."""
    d_model = x.shape[1]
    projected, back_from_projected = apply_linear(layer.in_proj, x, rows=slice(None, d_model))
    projected_memory, back_from_memory = apply_linear(layer.in_proj, memory.vectors, rows=slice(d_model, None))
    (queries,), keys_values = packing.split_heads(projected, 1), memory.packing.split_heads(projected_memory, 2)
    keys, values = keys_values
    mixed, back_from_mixed = attend(queries, keys, values, bias)
    output, back_from_output = apply_linear(layer.out_proj, packing.join_heads(mixed[None]), residual)

    def backward(gradient: Tensor) -> Tensor:
        by_queries, by_keys_values = torch.empty_like(queries), torch.empty_like(keys_values)
        back_from_mixed(packing.split_heads(back_from_output(gradient), 1)[0], by_queries, *by_keys_values)
        memory.gradient.add_(back_from_memory(memory.packing.join_heads(by_keys_values)))
        return back_from_projected(packing.join_heads(by_queries[None]))

    return output, backward


def apply_residual(block: Residual, sublayer: Sublayer, x: Tensor) -> tuple[Tensor, Backward]:
    """Add a sublayer to its input, with a layer norm before the sublayer or after the sum."""
    if block.is_pre:
        normed, back_from_normed = apply_norm(block.norm, x)
        output, back_from_output = sublayer(normed, x)
        return output, lambda gradient: back_from_normed(back_from_output(gradient)).add_(gradient)
    summed, back_from_summed = sublayer(x, x)
    output, back_from_output = apply_norm(block.norm, summed)

    def backward(gradient: Tensor) -> Tensor:
        by_sum = back_from_output(gradient)
        return back_from_summed(by_sum).add_(by_sum)

    return output, backward
