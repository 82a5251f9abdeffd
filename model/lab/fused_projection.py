"""Fused against separate projections, on given numbers.

Shapes: H heads, D model width, E = D // H width of one head.
"""

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from model.lab.attention_inputs import Given
from model.lab.attention_stages import Switches, chain
from model.lab.projections import Layout, fused, project_fused

_WEIGHTS = ("W_q", "W_k", "W_v")


@dataclass(frozen=True, slots=True, eq=False)
class Fusion:
    """One fused weight and what it projects.

    Attributes:
        weight: (D, 3 D).
        queries: (H, length, E).
        keys: (H, length, E).
        values: (H, length, E).
        difference: the largest from three separate projections.
    """

    weight: Tensor
    queries: Tensor
    keys: Tensor
    values: Tensor
    difference: float


def can_fuse(given: Given) -> bool:
    """Whether queries, keys and values come from one X through square weights of one shape."""
    shapes = {given.matrices[name].shape for name in _WEIGHTS} if given.is_projected else set()
    return len(shapes) == 1 and all(a == b for a, b in shapes) and "X_k" not in given.matrices


def fuse(given: Given, n_heads: int, layout: Layout) -> Fusion:
    """Project with one weight in this layout; biases are left out on both sides.

    Raises:
        ValueError: there is nothing to fuse, or the width does not divide; the message is a sentence.
    """
    if not can_fuse(given):
        raise ValueError("A fused weight needs one X and three square weights: choose “From words to Q, K, V”.")
    bare = replace(given, matrices={name: values for name, values in given.matrices.items() if name[0] != "b"})
    separate = chain(bare, Switches(n_heads=n_heads))
    x, query, key, value = (torch.from_numpy(given.matrices[name]) for name in ("X", *_WEIGHTS))
    weight = fused(query, key, value, n_heads, layout)
    parts = project_fused(x, weight, n_heads, layout)
    difference = max(
        float((ours - theirs).abs().max())
        for ours, theirs in zip(parts, (separate.queries, separate.keys, separate.values), strict=True)
    )
    return Fusion(weight, *parts, difference)
