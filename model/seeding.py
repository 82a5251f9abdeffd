"""Draws that are the same for the same seed, whoever else draws at that moment."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

import torch

_ONE_AT_A_TIME = Lock()  # torch has one generator for the whole process


@contextmanager
def seeded(seed: int, device: torch.device | None = None) -> Iterator[None]:
    """Draw from torch's own generators as from fresh ones; afterwards they stand where they stood.

    Args:
        seed: any whole number.
        device: a GPU whose generator is meant besides the CPU's.
    """
    gpus = [device] if device is not None and device.type == "cuda" else []
    with _ONE_AT_A_TIME, torch.random.fork_rng(devices=gpus):
        torch.default_generator.manual_seed(seed)  # and no GPU's that nobody means
        for gpu in gpus:
            with torch.cuda.device(gpu):
                torch.cuda.manual_seed(seed)
        yield
