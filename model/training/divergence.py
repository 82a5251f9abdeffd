"""Detection of weights that have diverged."""

from collections.abc import Iterable

from torch import Tensor

MAX_WEIGHT = 1_000.0  # no successful training reaches it; somewhat above, sums overflow and attention becomes NaN


def has_diverged(weights: Iterable[Tensor]) -> bool:
    """Return True if any weight is not a number or lies outside ±``MAX_WEIGHT``."""
    return not all(bool((weight.detach().abs() <= MAX_WEIGHT).all()) for weight in weights)
