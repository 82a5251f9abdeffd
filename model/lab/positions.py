"""Properties of sinusoidal positional encodings.

Shapes: N positions, D width.
"""

import torch
from jaxtyping import Float
from torch import Tensor


def similarity(table: Float[Tensor, "N D"], *, is_cosine: bool = False) -> Float[Tensor, "N N"]:
    """Return the dot product of every two positions, or the cosine of their angle.

    For an even width the dot product depends on the distance alone: Σ cos(ω (p − q)). The cosine of a vector of
    zeros is NaN.
    """
    if is_cosine:
        table = table / torch.linalg.vector_norm(table, dim=-1, keepdim=True)
    return table @ table.T


def wavelength(dimension: int, d_model: int) -> float:
    """Return the wavelength of a dimension, counted from 0, in positions: 2π · 10000^(2i / d_model)."""
    return float(2 * torch.pi * 10_000 ** (dimension // 2 * 2 / d_model))
