"""The stacks of encoder and decoder layers, forward and backward.

Shapes: N tokens, D model width.
"""

from collections.abc import Iterable, Iterator
from functools import partial

from torch import Tensor, nn

from model.training.manual_gradients.operations import Backward
from model.training.manual_gradients.packing import Packing
from model.training.manual_gradients.sublayers import (
    Memory,
    Sublayer,
    apply_cross_attention,
    apply_feed_forward,
    apply_residual,
    apply_self_attention,
)
from model.transformer.layers import DecoderLayer, EncoderLayer, Residual, list_modules


def encode(layers: nn.ModuleList, packing: Packing, bias: Tensor, x: Tensor) -> tuple[Tensor, Backward]:
    """Apply all layers of an encoder.

    Args:
        layers: of ``EncoderLayer``.
        packing: of the source.
        bias: (B, S, S), -inf where attention is forbidden.
        x: (N, D).
    """

    def sublayers(layer: EncoderLayer) -> Iterator[Sublayer]:
        yield partial(apply_self_attention, layer.self_attn, packing, bias)
        yield partial(apply_feed_forward, layer.feed_forward)

    return _apply_blocks(((layer.residuals, sublayers(layer)) for layer in list_modules(EncoderLayer, layers)), x)


def decode(
    layers: nn.ModuleList, packing: Packing, bias: Tensor, memory: Memory, memory_bias: Tensor, x: Tensor
) -> tuple[Tensor, Backward]:
    """Apply all layers of a decoder.

    Args:
        layers: of ``DecoderLayer``.
        packing: of the target.
        bias: (B, T, T), -inf where attention is forbidden.
        memory: the encoded source.
        memory_bias: (B, T, S), the same for cross-attention.
        x: (N, D).
    """

    def sublayers(layer: DecoderLayer) -> Iterator[Sublayer]:
        yield partial(apply_self_attention, layer.self_attn, packing, bias)
        yield partial(apply_cross_attention, layer.cross_attn, packing, memory, memory_bias)
        yield partial(apply_feed_forward, layer.feed_forward)

    return _apply_blocks(((layer.residuals, sublayers(layer)) for layer in list_modules(DecoderLayer, layers)), x)


def _apply_blocks(blocks: Iterable[tuple[nn.ModuleList, Iterable[Sublayer]]], x: Tensor) -> tuple[Tensor, Backward]:
    backwards: list[Backward] = []
    for residuals, sublayers in blocks:
        for block, sublayer in zip(list_modules(Residual, residuals), sublayers, strict=True):
            x, back = apply_residual(block, sublayer, x)
            backwards.append(back)

    def backward(gradient: Tensor) -> Tensor:
        while backwards:  # popping frees the tensors that a sublayer kept
            gradient = backwards.pop()(gradient)
        return gradient

    return x, backward
