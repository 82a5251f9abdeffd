"""Weights that a model can compute with."""

from collections.abc import Iterable

from torch import Tensor

LARGEST = 1_000.0  # what is larger was learned by no training that went well; somewhat beyond, sums overflow


def is_sound(weights: Iterable[Tensor]) -> bool:
    """Whether all are numbers within ±``LARGEST``, so that no attention comes out as NaN."""
    return all(bool((weight.detach().abs() <= LARGEST).all()) for weight in weights)
