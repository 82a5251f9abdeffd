"""Draws that depend on a seed alone, whatever other threads draw meanwhile."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import torch

_LOCK = threading.RLock()  # PyTorch's generator is one for all threads


@contextmanager
def seeded(seed: int, device: torch.device | None = None) -> Iterator[None]:
    """Let what is drawn in a block follow from the seed; afterwards the generator is as it was.

    Args:
        seed: any whole number.
        device: a GPU whose generator is seeded too.
    """
    with _LOCK, torch.random.fork_rng(devices=[device] if device is not None and device.type == "cuda" else []):
        torch.manual_seed(seed)
        yield
