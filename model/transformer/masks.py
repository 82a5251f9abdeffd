"""Attention masks. They are boolean and named ``allowed``: True means "may look"."""

import torch
from jaxtyping import Bool
from torch import Tensor


def causal_allowed(length: int, device: torch.device | None = None) -> Bool[Tensor, "length length"]:
    """Allow query q to look at keys 0 … q."""
    return torch.ones(length, length, dtype=torch.bool, device=device).tril()
