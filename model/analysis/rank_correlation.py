"""Spearman's rank correlation."""

import numpy as np
from jaxtyping import Float


def correlate_ranks(x: Float[np.ndarray, "N"], y: Float[np.ndarray, "N"]) -> float | None:
    """Return Spearman's correlation, -1 to 1, with ties at their average rank; None if either side is constant."""
    if len(x) < 2 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return None
    return float(np.corrcoef(_rank(x), _rank(y))[0, 1])


def _rank(values: Float[np.ndarray, "N"]) -> Float[np.ndarray, "N"]:
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return (last - (counts - 1) / 2)[place]
