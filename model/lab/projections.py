"""Queries, keys and values from token vectors: separate or fused into one weight, split into heads and joined again.

Shapes: B batch, H heads, D model width, E = D // H width of one head. Weights are (in, out): x @ weight.
"""

from enum import StrEnum

import torch
from jaxtyping import Float
from torch import Tensor

Heads = Float[Tensor, "B H length E"]


class Layout(StrEnum):
    """How a fused weight orders its 3 D columns."""

    BLOCKS = "blocks"  # all of Q, all of K, all of V: torch.nn.MultiheadAttention
    INTERLEAVED = "interleaved"  # head by head: Q, K, V of head 1, then of head 2


def split(x: Float[Tensor, "*batch length D"], n_heads: int) -> Float[Tensor, "*batch H length E"]:
    """Cut every vector into the slices that the heads work on.

    Raises:
        ValueError: the width does not divide into so many heads.
    """
    if n_heads < 1 or x.shape[-1] % n_heads:
        raise ValueError(f"width {x.shape[-1]} does not divide into {n_heads} heads")
    return x.unflatten(-1, (n_heads, -1)).transpose(-3, -2)


def joined(heads: Float[Tensor, "*batch H length E"]) -> Float[Tensor, "*batch length D"]:
    """Put the heads' slices side by side again: the inverse of ``split``."""
    return heads.transpose(-3, -2).flatten(-2)


def projected(x: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """Token vectors (…, length, in) times a weight (in, out), plus a bias.

    Raises:
        ValueError: the sizes do not fit; the message names both.
    """
    if x.shape[-1] != weight.shape[0]:
        raise ValueError(f"vectors of width {x.shape[-1]} do not fit a weight of {weight.shape[0]} rows")
    return x @ weight if bias is None else x @ weight + bias


def fused(
    query: Float[Tensor, "D D"], key: Float[Tensor, "D D"], value: Float[Tensor, "D D"], n_heads: int, layout: Layout
) -> Float[Tensor, "D 3*D"]:
    """One weight that projects queries, keys and values in a single product.

    Raises:
        ValueError: the width does not divide into so many heads.
    """
    if layout is Layout.BLOCKS:
        return torch.cat((query, key, value), dim=-1)
    slices = [split(weight, n_heads) for weight in (query, key, value)]  # (H, D, E) each
    return torch.stack(slices, dim=1).permute(2, 0, 1, 3).flatten(1)  # (D, H, 3, E) flattened


def project_fused(
    x: Float[Tensor, "*batch length D"], weight: Float[Tensor, "D 3*D"], n_heads: int, layout: Layout
) -> tuple[Tensor, Tensor, Tensor]:
    """Queries, keys and values, each (…, H, length, E), from one product with a fused weight."""
    product = torch.einsum("...ld,de->...le", x, weight)
    if layout is Layout.BLOCKS:
        queries, keys, values = (split(part, n_heads) for part in product.chunk(3, dim=-1))
    else:
        heads = product.unflatten(-1, (n_heads, 3, -1))  # (…, length, H, 3, E)
        queries, keys, values = (part.transpose(-3, -2) for part in heads.unbind(dim=-2))
    return queries, keys, values
