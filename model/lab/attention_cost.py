"""How long softmax and linear attention take as sequences grow, measured here and now."""

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import torch
from torch import Tensor

from model.lab.linear_attention import linear_attention
from model.transformer.attention import attend

LENGTHS = (64, 128, 256, 512, 1024, 2048)
_REPEATS = 3


class Cost(NamedTuple):
    """The least milliseconds that one call took at one length."""

    length: int
    softmax: float
    linear: float


@torch.inference_mode()
def measure(width: int, seed: int = 0, *, seconds: float = 3.0) -> Iterator[Cost]:
    """Time both, length by length, one head of the given width; no new length is begun after ``seconds``."""
    generator = torch.Generator().manual_seed(seed)
    end = time.monotonic() + seconds
    for length in LENGTHS:
        if time.monotonic() > end:
            return
        queries, keys, values = (torch.randn(length, width, generator=generator) for _ in range(3))
        yield Cost(length, _least(attend, queries, keys, values), _least(linear_attention, queries, keys, values))


def _least(function: Callable[..., object], *tensors: Tensor) -> float:
    """The best of a few: what else the machine does can only make a call slower."""
    function(*tensors)
    times = []
    for _ in range(_REPEATS):
        began = time.perf_counter()
        function(*tensors)
        times.append(time.perf_counter() - began)
    return 1000 * min(times)
