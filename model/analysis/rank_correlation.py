"""Spearman's rank correlation.

Shapes: N numbers.
"""

import numpy as np
from jaxtyping import Float

_DIGITS = 6  # of the largest number; smaller differences are rounding errors of float32 and count as ties


def correlate_ranks(first: Float[np.ndarray, "N"], second: Float[np.ndarray, "N"]) -> float | None:
    """Return the correlation of the ranks, -1 to 1; None if all numbers of one side are equal."""
    a, b = rank_numbers(first), rank_numbers(second)
    a, b = a - a.mean(), b - b.mean()
    size = np.sqrt((a @ a) * (b @ b))
    return float(np.clip(a @ b / size, -1, 1)) if size > 0 else None


def rank_numbers(numbers: Float[np.ndarray, "N"]) -> Float[np.ndarray, "N"]:
    """Return the rank of each number, from 1 for the smallest; equal numbers share the mean of their ranks."""
    scale = np.abs(numbers).max(initial=0)
    rounded = np.round(numbers.astype(np.float64) / scale, _DIGITS) if scale else numbers.astype(np.float64)
    _, places, counts = np.unique(rounded, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[places]
