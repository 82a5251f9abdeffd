"""Dropout with a seed of its own: what falls out is the visitor's to repeat."""

import torch
from torch import Tensor


def dropped(weights: Tensor, share: float, seed: int) -> Tensor:
    """Set a random share of the weights to 0 and divide the rest by ``1 - share``, which keeps the expectation.

    Srivastava et al. 2014, in the inverted form of ``torch.nn.functional.dropout``.

    Raises:
        ValueError: the share is not in [0, 1).
    """
    if not 0 <= share < 1:
        raise ValueError(f"a share of 0 up to, but not including, 1 can be dropped, got {share}")
    if share == 0:
        return weights
    generator = torch.Generator().manual_seed(seed)
    kept = torch.rand(weights.shape, generator=generator) >= share
    return torch.where(kept, weights / (1 - share), 0.0)
