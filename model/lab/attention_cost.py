"""The cost of softmax and linear attention over sequence length: counted operations and measured times."""

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import torch
from torch import Tensor

from model.lab.head_stages import compute_stages
from model.lab.linear_attention import linear_attention

TIMED_LENGTHS = (64, 128, 256, 512, 1024, 2048)
_REPEATS, _SECONDS = 3, 3.0


class AttentionTime(NamedTuple):
    """The shortest time of one call at one length, in milliseconds."""

    length: int
    softmax: float
    linear: float


def count_softmax_operations(n_queries: int, n_keys: int, width: int, value_width: int) -> int:
    """Count multiplications, divisions and exponentials of softmax attention: quadratic in the length."""
    per_pair = width + 1 + 2 + value_width  # dot product, scale, exponential and division, weighted value
    return n_queries * n_keys * per_pair


def count_linear_operations(n_queries: int, n_keys: int, width: int, value_width: int) -> int:
    """Count multiplications, divisions and exponentials of normalized linear attention: linear in the length."""
    features = (2 * n_queries + n_keys) * width  # at most one exponential each; those of queries are scaled too
    return features + n_keys * width * value_width + n_queries * (width * value_width + width + value_width)


@torch.inference_mode()
def measure_times(width: int, value_width: int) -> Iterator[AttentionTime]:
    """Time one head at each of ``TIMED_LENGTHS``; start no further length after three seconds.

    Args:
        width: of queries and keys.
        value_width: of values.
    """
    generator = torch.Generator().manual_seed(0)
    end = time.monotonic() + _SECONDS
    for length in TIMED_LENGTHS:
        if time.monotonic() > end:
            return
        widths = (width, width, value_width)
        queries, keys, values = (torch.randn(length, each, generator=generator) for each in widths)
        softmax, linear = (_shortest_time(each, queries, keys, values) for each in (compute_stages, linear_attention))
        yield AttentionTime(length, softmax, linear)


def _shortest_time(function: Callable[..., object], *tensors: Tensor) -> float:
    """Return the shortest of a few calls, in milliseconds: other processes can only make a call slower."""
    function(*tensors)
    times = []
    for _ in range(_REPEATS):
        start = time.perf_counter()
        function(*tensors)
        times.append(time.perf_counter() - start)
    return 1000 * min(times)
