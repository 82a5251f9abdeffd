"""Paired timing of two functions, so that the load of the machine affects both alike."""

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import torch


@dataclass(frozen=True, slots=True)
class Compared:
    """Median milliseconds of both functions, and the median ratio of the pairs."""

    ours: float
    floor: float
    ratio: float


def paired(
    ours: Callable[[], object], floor: Callable[[], object], *, rounds: int, warmup: int = 3, inner: int = 1
) -> Compared:
    """Time two functions in pairs, alternating which one is first.

    Args:
        ours: function to measure.
        floor: reference function.
        rounds: number of timed pairs.
        warmup: number of pairs before them, not counted.
        inner: calls per timing, for calls that are too short to time alone.
    """
    times: list[tuple[float, float]] = []
    for number in range(-warmup, rounds):
        if number % 2:
            ours_ms, floor_ms = _milliseconds(ours, inner), _milliseconds(floor, inner)
        else:
            floor_ms, ours_ms = _milliseconds(floor, inner), _milliseconds(ours, inner)
        if number >= 0:
            times.append((ours_ms, floor_ms))
    return Compared(
        statistics.median(ours_ms for ours_ms, _ in times),
        statistics.median(floor_ms for _, floor_ms in times),
        statistics.median(ours_ms / floor_ms for ours_ms, floor_ms in times),
    )


@contextmanager
def threads(number: int) -> Iterator[None]:
    """Limit PyTorch to ``number`` threads; more threads than free cores slow down small models."""
    before = torch.get_num_threads()
    torch.set_num_threads(number)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that at least ``share`` (0 to 1) of the values do not exceed."""
    return float(np.quantile(values, share, method="inverted_cdf"))


def _milliseconds(call: Callable[[], object], times: int) -> float:
    start = time.perf_counter()
    for _ in range(times):
        call()
    return 1000 * (time.perf_counter() - start) / times
