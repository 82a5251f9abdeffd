"""Weights that are the same for the same seed, whoever else initialises at that moment."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

import torch

_ONE_AT_A_TIME = Lock()  # torch's initialisers draw from one generator for the whole process


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Draw from torch's own CPU generator as from a fresh one; afterwards it stands where it stood."""
    with _ONE_AT_A_TIME, torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        yield
