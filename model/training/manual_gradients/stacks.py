"""The layers of encoder and decoder one after another, forward and backward.

Shapes: N tokens, D model width.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TypeVar

from torch import Tensor, nn

from model.training.manual_gradients.operations import Backward
from model.training.manual_gradients.packing import Packing
from model.training.manual_gradients.sublayers import (
    Encoded,
    Sublayer,
    cross_attention,
    feed_forward,
    residual,
    self_attention,
)
from model.transformer.layers import DecoderLayer, EncoderLayer, Residual

_Module = TypeVar("_Module", bound=nn.Module)


def encoded(layers: nn.ModuleList, packing: Packing, bias: Tensor, x: Tensor) -> tuple[Tensor, Backward]:
    """All blocks of an encoder, or of a language model.

    Args:
        layers: of ``EncoderLayer``.
        packing: of the tokens of x.
        bias: (B, L, L), -inf where looking is forbidden.
        x: (N, D).
    """

    def sublayers(layer: EncoderLayer) -> Iterator[Sublayer]:
        yield partial(self_attention, layer.self_attn, packing, bias)
        yield partial(feed_forward, layer.feed_forward)

    return _one_after_another(((layer.residuals, sublayers(layer)) for layer in _only(EncoderLayer, layers)), x)


def decoded(
    layers: nn.ModuleList, packing: Packing, bias: Tensor, memory: Encoded, memory_bias: Tensor, x: Tensor
) -> tuple[Tensor, Backward]:
    """All blocks of a decoder.

    Args:
        layers: of ``DecoderLayer``.
        packing: of the tokens of x.
        bias: (B, T, T), -inf where looking is forbidden.
        memory: the encoded source.
        memory_bias: (B, T, S), the same for what is looked at of it.
        x: (N, D).
    """

    def sublayers(layer: DecoderLayer) -> Iterator[Sublayer]:
        yield partial(self_attention, layer.self_attn, packing, bias)
        yield partial(cross_attention, layer.cross_attn, packing, memory, memory_bias)
        yield partial(feed_forward, layer.feed_forward)

    return _one_after_another(((layer.residuals, sublayers(layer)) for layer in _only(DecoderLayer, layers)), x)


def _one_after_another(
    blocks: Iterable[tuple[nn.ModuleList, Iterable[Sublayer]]], x: Tensor
) -> tuple[Tensor, Backward]:
    ways_back: list[Backward] = []
    for residuals, sublayers in blocks:
        for around, sublayer in zip(_only(Residual, residuals), sublayers, strict=True):
            x, back = residual(around, sublayer, x)
            ways_back.append(back)

    def backward(gradient: Tensor) -> Tensor:
        while ways_back:  # what was kept for one sublayer is free when the next needs room
            gradient = ways_back.pop()(gradient)
        return gradient

    return x, backward


def _only(kind: type[_Module], modules: nn.ModuleList) -> Iterator[_Module]:
    """The modules of a list, which forgets what it holds."""
    return (module for module in modules if isinstance(module, kind))
