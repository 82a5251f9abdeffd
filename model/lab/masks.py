"""Masks beyond the Transformer's own: from valid lengths, and with a fully masked row. True means "may look".

Shapes: B batch, Q queries, K keys.
"""

import torch
from jaxtyping import Bool, Int
from torch import Tensor


def valid_allowed(lengths: Int[Tensor, "B"] | Int[Tensor, "B Q"], n_keys: int) -> Bool[Tensor, "B rows {n_keys}"]:
    """Allow the first keys, as many as each length says; the rest is padding.

    Args:
        lengths: (B,) gives a mask (B, 1, K) for all queries of a sequence, (B, Q) a mask (B, Q, K).
        n_keys: K, the padded length.

    Raises:
        ValueError: a length below 0 or above K.
    """
    if bool((lengths < 0).any()) or bool((lengths > n_keys).any()):
        listed = ", ".join(str(length) for length in lengths.flatten().tolist())
        raise ValueError(f"Valid lengths lie between 0 and {n_keys}, not {listed}.")
    rows = lengths[:, None] if lengths.ndim == 1 else lengths  # (B, 1) or (B, Q)
    return torch.arange(n_keys, device=lengths.device) < rows[..., None]


def without_row(n_queries: int, n_keys: int, row: int) -> Bool[Tensor, "{n_queries} {n_keys}"]:
    """Allow everything but one row, counted from 0, which is fully masked."""
    allowed = torch.ones(n_queries, n_keys, dtype=torch.bool)
    allowed[row] = False
    return allowed
