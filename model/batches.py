"""Sentences and sentence pairs as padded tensors, in batches of similar length.

Shapes: N pairs, B batch, S source positions, T target positions.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from model.corpus import Pair
from model.rows import RowWriter
from model.vocabulary import BOS_ID, EOS_ID, PAD_ID, Vocabulary

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
    """All pairs of a split as ids; a batch is padded when it is asked for, so that memory hardly grows with them."""

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
        self.source_lengths = self._sources.lengths
        self.target_lengths = self._targets.lengths - 1
        self._device = device

    def __len__(self) -> int:
        return len(self.source_lengths)

    def batch(self, indices: Int[Tensor, "B"]) -> Batch:
        """The pairs at these indices, no wider than the longest of them."""
        source, target = self._sources.padded(indices).to(self._device), self._targets.padded(indices).to(self._device)
        is_padded = int(self.source_lengths[indices].min()) < source.shape[1]
        return Batch(source, source != PAD_ID if is_padded else None, *shifted(target))

    def count_tokens(self, indices: Int[Tensor, "B"]) -> int:
        """Tokens of both languages at these indices, padding aside."""
        return int(self.source_lengths[indices].sum() + self.target_lengths[indices].sum())

    def by_length(self, batch_size: int) -> Iterator[Int[Tensor, "B"]]:
        """Indices of all pairs once, from short to long; of long ones fewer at a time."""
        for batch in (self.source_lengths * 1000 + self.target_lengths).argsort(stable=True).split(batch_size):
            longest = int(torch.maximum(self.source_lengths[batch], self.target_lengths[batch]).max())
            yield from batch.split(max(1, batch_size * _LONG**2 // longest**2))

    def shuffled(self, batch_size: int, generator: torch.Generator) -> Iterator[Int[Tensor, "B"]]:
        """Indices of shuffled batches of similar length, epoch after epoch without end."""
        return shuffled(self.source_lengths + self.target_lengths, batch_size, generator)


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
        self.lengths = self._rows.lengths - 1

    def batch(self, indices: Int[Tensor, "B"]) -> Shifted:
        """The sentences at these indices, no wider than the longest of them."""
        return shifted(self._rows.padded(indices).to(self._device))

    def shuffled(self, batch_size: int, generator: torch.Generator) -> Iterator[Int[Tensor, "B"]]:
        """Indices of shuffled batches of similar length, epoch after epoch without end."""
        return shuffled(self.lengths, batch_size, generator)


def shifted(rows: Int[Tensor, "B length"]) -> Shifted:
    """What goes in and what should come out of whole rows from ``<bos>`` to ``<eos>``."""
    # <eos> is never fed: a row shorter than its batch has it where the next row still has words.
    return Shifted(rows[:, :-1].masked_fill(rows[:, :-1] == EOS_ID, PAD_ID), rows[:, 1:])


def shuffled(lengths: Int[Tensor, "N"], batch_size: int, generator: torch.Generator) -> Iterator[Int[Tensor, "B"]]:
    """Indices of batches of similar length in random order, epoch after epoch without end.

    A batch has fewer than ``batch_size`` where that would be more tokens than ``_WIDE`` a pair.
    """
    while True:
        order = torch.randperm(len(lengths), generator=generator)
        for pool in order.split(batch_size * _POOL):
            batches = [
                part
                for batch in pool[lengths[pool].argsort(stable=True)].split(batch_size)
                for part in batch.split(max(1, batch_size * _WIDE // int(lengths[batch[-1]])))
            ]
            for index in torch.randperm(len(batches), generator=generator).tolist():
                yield batches[index]
