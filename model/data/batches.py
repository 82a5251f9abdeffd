"""Sentences and sentence pairs as padded tensors, in batches of similar length.

Shapes: N pairs, B batch, S source positions, T target positions.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from model.corpus import Pair
from model.data.token_rows import RowWriter
from model.data.vocabulary import BOS_ID, EOS_ID, PAD_ID, Vocabulary

_POOL = 32  # batches whose pairs are sorted together: enough for little padding, few enough to stay shuffled
_WIDE = 128  # tokens of both languages in a pair, on average; a batch of wider pairs is cut, for memory's sake
_LONG = 64  # the same of one sentence, where all attention of a batch is kept


class Batch(NamedTuple):
    """Teacher forcing: ``fed`` goes in, ``expected`` should come out, shifted by one against each other."""

    source: Int[Tensor, "B S"]
    source_allowed: Bool[Tensor, "B S"] | None  # False at padding; None where there is none
    fed: Int[Tensor, "B T"]
    expected: Int[Tensor, "B T"]  # padding is PAD_ID


class EncodedPairs:
    """All pairs of a split as ids; a batch is padded when it is asked for, so that memory does not grow with them."""

    def __init__(self, pairs: Iterable[Pair], source: Vocabulary, target: Vocabulary, device: torch.device) -> None:
        """Encode pairs, passing over them once.

        Raises:
            ValueError: there are none.
            OSError: they do not fit in memory, nor on the disk.
        """
        sources, targets = RowWriter(), RowWriter()
        for pair in pairs:
            sources.append(source.encode(source.tokenize(pair.source)))
            targets.append([BOS_ID, *target.encode(target.tokenize(pair.target)), EOS_ID])
        self._sources, self._targets = sources.rows(), targets.rows()
        if not len(self._sources):
            raise ValueError("there are no sentence pairs to train or test on")
        self._device = device

    def __len__(self) -> int:
        return len(self._sources)

    def source_lengths(self, indices: Int[Tensor, "B"]) -> Int[Tensor, "B"]:
        """Source tokens of the pairs at these indices."""
        return self._sources.lengths(indices)

    def target_lengths(self, indices: Int[Tensor, "B"]) -> Int[Tensor, "B"]:
        """Target tokens that are fed, or expected, of the pairs at these indices."""
        return self._targets.lengths(indices) - 1

    def lengths(self, indices: Int[Tensor, "B"]) -> Int[Tensor, "B"]:
        """Tokens of both languages of the pairs at these indices."""
        return self.source_lengths(indices) + self.target_lengths(indices)

    def batch(self, indices: Int[Tensor, "B"]) -> Batch:
        """The pairs at these indices, no wider than the longest of them."""
        source, target = self._sources.padded(indices).to(self._device), self._targets.padded(indices).to(self._device)
        is_padded = int(self.source_lengths(indices).min()) < source.shape[1]
        return Batch(source, source != PAD_ID if is_padded else None, *shifted(target))

    def by_length(self, batch_size: int) -> Iterator[Int[Tensor, "B"]]:
        """Indices of all pairs once, from short to long; of long ones fewer at a time."""
        every = torch.arange(len(self))
        sources, targets = self.source_lengths(every), self.target_lengths(every)
        for batch in (sources * 1000 + targets).argsort(stable=True).split(batch_size):
            longest = int(torch.maximum(sources[batch], targets[batch]).max())
            yield from batch.split(max(1, batch_size * _LONG**2 // longest**2))

    def shuffled(self, batch_size: int, generator: torch.Generator) -> Iterator[Int[Tensor, "B"]]:
        """Indices of shuffled batches of similar length, epoch after epoch without end."""
        return shuffled(len(self), self.lengths, batch_size, generator)


class Shifted(NamedTuple):
    """Next-word prediction: ``fed`` goes in, ``expected`` should come out, one position ahead; padding is PAD_ID."""

    fed: Int[Tensor, "B T"]
    expected: Int[Tensor, "B T"]


class EncodedSentences:
    """All sentences of one language as ids between ``<bos>`` and ``<eos>``."""

    def __init__(self, sentences: Sequence[Sequence[str]], vocabulary: Vocabulary, device: torch.device) -> None:
        if not sentences:
            raise ValueError("there are no sentences to train or test on")
        rows = RowWriter()
        for words in sentences:
            rows.append([BOS_ID, *vocabulary.encode(words), EOS_ID])
        self._rows, self._device = rows.rows(), device

    def batch(self, indices: Int[Tensor, "B"]) -> Shifted:
        """The sentences at these indices, no wider than the longest of them."""
        return shifted(self._rows.padded(indices).to(self._device))

    def shuffled(self, batch_size: int, generator: torch.Generator) -> Iterator[Int[Tensor, "B"]]:
        """Indices of shuffled batches of similar length, epoch after epoch without end."""
        return shuffled(len(self._rows), self._rows.lengths, batch_size, generator)


def shifted(rows: Int[Tensor, "B length"]) -> Shifted:
    """What goes in and what should come out of whole rows from ``<bos>`` to ``<eos>``."""
    # <eos> is never fed: a row shorter than its batch has it where the next row still has words.
    return Shifted(rows[:, :-1].masked_fill(rows[:, :-1] == EOS_ID, PAD_ID), rows[:, 1:])


def shuffled(
    n: int, lengths: Callable[[Tensor], Tensor], batch_size: int, generator: torch.Generator
) -> Iterator[Int[Tensor, "B"]]:
    """Indices of batches of similar length in random order, epoch after epoch without end.

    Args:
        n: how many there are to put into batches.
        lengths: tells the lengths of those at some indices.
        batch_size: how many make a batch; fewer where that would be more tokens than ``_WIDE`` each.
        generator: draws the order.
    """
    while True:
        for pool in torch.randperm(n, generator=generator).split(batch_size * _POOL):
            measured = lengths(pool)
            by_length = measured.argsort(stable=True)
            batches = [
                pool[part]
                for batch in by_length.split(batch_size)
                for part in batch.split(max(1, batch_size * _WIDE // int(measured[batch[-1]])))
            ]
            for index in torch.randperm(len(batches), generator=generator).tolist():
                yield batches[index]
