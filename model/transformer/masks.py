"""Who may look at whom. Masks are boolean and named ``allowed``: True means "may look".

Shapes: B batch, Q queries, K keys.
"""

import torch
from jaxtyping import Bool, Int
from torch import Tensor


def causal_allowed(length: int, device: torch.device | None = None) -> Bool[Tensor, "length length"]:
    """Row q may look at keys 0 … q."""
    return torch.ones(length, length, dtype=torch.bool, device=device).tril()


def valid_allowed(lengths: Int[Tensor, "B"] | Int[Tensor, "B Q"], n_keys: int) -> Bool[Tensor, "B rows {n_keys}"]:
    """The first keys are real, the rest is padding: one length per sequence, or one per query.

    Args:
        lengths: how many keys count: (B,) gives a mask (B, 1, K) that all queries share, (B, Q) one of (B, Q, K).
        n_keys: K, the padded length.

    Raises:
        ValueError: a length below 0 or above K.
    """
    if bool((lengths < 0).any()) or bool((lengths > n_keys).any()):
        found = ", ".join(str(length) for length in lengths.flatten().tolist())
        raise ValueError(f"Valid lengths lie between 0 and {n_keys}; these are {found}.")
    rows = lengths[:, None] if lengths.ndim == 1 else lengths  # (B, 1) or (B, Q)
    return torch.arange(n_keys, device=lengths.device) < rows[..., None]


def without_row(n_queries: int, n_keys: int, row: int) -> Bool[Tensor, "{n_queries} {n_keys}"]:
    """Everything allowed but for one row, counted from 0, that may look at nothing."""
    allowed = torch.ones(n_queries, n_keys, dtype=torch.bool)
    allowed[row] = False
    return allowed
