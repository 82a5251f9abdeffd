"""Reproducible random numbers, also while other threads draw."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

import torch

_GENERATOR_LOCK = Lock()  # torch has one generator for the whole process


@contextmanager
def seeded(seed: int, device: torch.device | None = None) -> Iterator[None]:
    """Seed torch's own generators for the length of a block, then restore their state.

    Args:
        seed: a whole number from -2**63 to 2**64 - 1; others raise ValueError.
        device: a GPU to seed besides the CPU.
    """
    gpus = [device] if device is not None and device.type == "cuda" else []
    with _GENERATOR_LOCK, torch.random.fork_rng(devices=gpus):
        torch.default_generator.manual_seed(seed)  # torch.manual_seed would seed every GPU
        for gpu in gpus:
            with torch.cuda.device(gpu):
                torch.cuda.manual_seed(seed)
        yield
