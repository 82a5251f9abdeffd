"""What the table of positions says: how alike two positions are.

Shapes: N positions, D width.
"""

import torch
from jaxtyping import Float
from torch import Tensor


def similarity(table: Float[Tensor, "N D"], *, is_cosine: bool = False) -> Float[Tensor, "N N"]:
    """The dot product of every two positions, or the cosine between them.

    With sines and cosines in pairs the dot product is a sum of cosines of the distance alone,
    Σ cos(ω (p − q)); NaN where the cosine of a vector of zeros is asked for.
    """
    if is_cosine:
        table = table / torch.linalg.vector_norm(table, dim=-1, keepdim=True)
    return table @ table.T


def wavelength(dimension: int, d_model: int) -> float:
    """How many positions one wave of a dimension, counted from 0, spans: 2π · 10000^(2i / d_model)."""
    return float(2 * torch.pi * 10_000 ** (dimension // 2 * 2 / d_model))
