"""One fused weight for queries, keys and values, compared with three separate ones.

Shapes: H heads, D model width, E = D // H width of one head. Weights are (in, out).
"""

from dataclasses import dataclass, replace
from enum import StrEnum

import torch
from jaxtyping import Float
from torch import Tensor

from model.lab.attention_inputs import AttentionInputs
from model.lab.attention_stages import AttentionOptions, compute_attention
from model.transformer.attention import split_heads

_WEIGHTS = ("W_q", "W_k", "W_v")


class Layout(StrEnum):
    """The order of the 3 D columns of a fused weight."""

    BLOCKS = "blocks"  # all of Q, all of K, all of V: torch.nn.MultiheadAttention
    INTERLEAVED = "interleaved"  # head by head: Q, K, V of head 1, then of head 2


@dataclass(frozen=True, slots=True, eq=False)
class FusedProjection:
    """One fused weight and its projections.

    Attributes:
        weight: (D, 3 D).
        queries: (H, length, E), as read from the product.
        keys: (H, length, E).
        values: (H, length, E).
        difference: the largest absolute difference from three separate projections.
    """

    weight: Tensor
    queries: Tensor
    keys: Tensor
    values: Tensor
    difference: float


def compute_fused(
    inputs: AttentionInputs, n_heads: int, layout: Layout, read_as: Layout | None = None
) -> FusedProjection:
    """Project with one fused weight and with three separate ones, both without biases.

    Args:
        inputs: one X and three square weights of one shape.
        n_heads: into how many heads the width is split.
        layout: the order in which the columns of the weight are fused.
        read_as: the order in which the product is split; ``layout`` by default, and any other gives wrong projections.

    Raises:
        ValueError: the weights cannot be fused, or the width does not divide; the message is a sentence.
    """
    if not _is_fusible(inputs):
        raise ValueError("A fused weight needs one X and three square weights of one shape.")
    without_biases = {name: values for name, values in inputs.matrices.items() if name[0] != "b"}
    separate = compute_attention(replace(inputs, matrices=without_biases), AttentionOptions(n_heads=n_heads))
    x, query, key, value = (torch.from_numpy(inputs.matrices[name]) for name in ("X", *_WEIGHTS))
    weight = fuse_weights(query, key, value, n_heads, layout)
    parts = project_fused(x, weight, n_heads, read_as or layout)
    difference = max(
        float((fused - other).abs().max())
        for fused, other in zip(parts, (separate.queries, separate.keys, separate.values), strict=True)
    )
    return FusedProjection(weight, *parts, difference)


def fuse_weights(
    query: Float[Tensor, "D D"], key: Float[Tensor, "D D"], value: Float[Tensor, "D D"], n_heads: int, layout: Layout
) -> Float[Tensor, "D 3*D"]:
    """Return one weight that projects queries, keys and values in a single product.

    Raises:
        ValueError: the width does not divide into so many heads.
    """
    if layout is Layout.BLOCKS:
        return torch.cat((query, key, value), dim=-1)
    slices = [split_heads(weight, n_heads) for weight in (query, key, value)]  # (H, D, E) each
    return torch.stack(slices, dim=1).permute(2, 0, 1, 3).flatten(1)  # (D, H, 3, E) flattened


def project_fused(
    x: Float[Tensor, "*batch length D"], weight: Float[Tensor, "D 3*D"], n_heads: int, layout: Layout
) -> tuple[Tensor, Tensor, Tensor]:
    """Return queries, keys and values, each (…, H, length, E), from one product with a fused weight."""
    product = torch.einsum("...ld,de->...le", x, weight)
    if layout is Layout.BLOCKS:
        queries, keys, values = (split_heads(part, n_heads) for part in product.chunk(3, dim=-1))
    else:
        heads = product.unflatten(-1, (n_heads, 3, -1))  # (…, length, H, 3, E)
        queries, keys, values = (part.transpose(-3, -2) for part in heads.unbind(dim=-2))
    return queries, keys, values


def _is_fusible(inputs: AttentionInputs) -> bool:
    """Return True if queries, keys and values come from one X through square weights of one shape."""
    shapes = {inputs.matrices[name].shape for name in _WEIGHTS} if inputs.is_projected else set()
    has_one_input = not {"X_k", "X_v"} & set(inputs.matrices)
    return len(shapes) == 1 and all(a == b for a, b in shapes) and has_one_input
