"""The sizes of batches, which are limited for long sentences, and their order in training."""

from collections.abc import Callable, Iterator

import torch
from jaxtyping import Int
from torch import Tensor

_POOL = 32  # batches sorted by length together: enough for little padding, few enough to stay shuffled
_WIDE = 128  # tokens of the longest pair of a full batch; batches of longer pairs are smaller, to limit memory
_LONG = 64  # the same for the longer sentence of a pair, when all attention of a batch is stored


def limit_stored(batch_size: int, longest: int) -> int:
    """Return the size of a batch whose attention is stored, given the length of its longest sentence."""
    return max(1, batch_size * _LONG**2 // max(longest, _LONG) ** 2)


def limit_trained(batch_size: int, longest: int) -> int:
    """Return the size of a training batch, given the number of tokens of its longest pair, both languages."""
    return max(1, min(batch_size, batch_size * _WIDE // longest))


def shuffle_batches(
    n: int, lengths: Callable[[Tensor], Tensor], batch_size: int, generator: torch.Generator
) -> Iterator[Int[Tensor, "B"]]:
    """Yield the indices of batches of similar length in random order, over endless epochs.

    Args:
        n: number of items.
        lengths: returns the lengths of the items at some indices.
        batch_size: items per batch; fewer if the longest has more than ``_WIDE`` tokens.
        generator: draws the order.
    """
    while True:
        for pool in torch.randperm(n, generator=generator, dtype=torch.int32).split(batch_size * _POOL):
            measured = lengths(pool)
            by_length = measured.argsort(stable=True)
            batches = [
                pool[part]
                for batch in by_length.split(batch_size)
                for part in batch.split(limit_trained(batch_size, int(measured[batch[-1]])))
            ]
            for index in torch.randperm(len(batches), generator=generator).tolist():
                yield batches[index]
