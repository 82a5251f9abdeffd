"""Attention masks. They are boolean and named ``allowed``: True means "may look"."""

import torch
from jaxtyping import Bool
from torch import Tensor


def causal_allowed(length: int, device: torch.device | None = None) -> Bool[Tensor, "length length"]:
    """Allow query q to look at keys 0 … q."""
    return torch.ones(length, length, dtype=torch.bool, device=device).tril()


def allow_next(n_before: int, length: int, device: torch.device | None = None) -> Bool[Tensor, "length keys"] | None:
    """Allow each of ``length`` tokens to look at the ``n_before`` tokens before them, at those between, and at itself.

    Returns:
        None for one token, which may look at all: without a mask the fused kernel is at its fastest.
    """
    return None if length == 1 else causal_allowed(n_before + length, device)[n_before:]
