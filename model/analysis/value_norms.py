"""Attention weighted by the norm of the transformed value (Kobayashi et al. 2020, arXiv:2004.10102).

Shapes: H heads, K keys, D model width, E = D // H width of one head.
"""

import torch
from jaxtyping import Float
from torch import Tensor


def weigh_by_value_norm(
    weights: Float[Tensor, "H K"], values: Float[Tensor, "H K E"], out_weight: Float[Tensor, "D D"]
) -> Float[Tensor, "K"]:
    """Multiply each weight by the norm of the vector that it scales, and return the mean over heads.

    Args:
        weights: one row of attention per head.
        values: of the keys, per head, with their bias.
        out_weight: weight of the output projection, which maps the concatenated heads to the model width.
    """
    n_heads, _, width = values.shape
    by_head = out_weight.unflatten(1, (n_heads, width))  # (D, H, E)
    transformed = torch.einsum("hke,dhe->hkd", values, by_head)
    return (weights * transformed.norm(dim=-1)).mean(dim=0)
