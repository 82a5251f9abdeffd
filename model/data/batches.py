"""Padded batches of sentences and sentence pairs of similar length.

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

_POOL = 32  # batches sorted by length together: enough for little padding, few enough to stay shuffled
_WIDE = 128  # tokens of the longest pair of a full batch; batches of longer pairs are smaller, to limit memory
_LONG = 64  # the same for the longer sentence of a pair, when all attention of a batch is stored


class Batch(NamedTuple):
    """Pairs for teacher forcing: ``expected`` is ``fed``, shifted by one position."""

    source: Int[Tensor, "B S"]
    source_allowed: Bool[Tensor, "B S"] | None  # False at padding; None where there is none
    fed: Int[Tensor, "B T"]
    expected: Int[Tensor, "B T"]  # padding is PAD_ID


class EncodedPairs:
    """All pairs of a split as ids; a batch is padded on request, to save memory."""

    def __init__(self, pairs: Iterable[Pair], source: Vocabulary, target: Vocabulary, device: torch.device) -> None:
        """Encode pairs in one pass.

        Raises:
            ValueError: there are no pairs.
            OSError: the disk is full.
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
        """Return the numbers of source tokens of the pairs at these indices."""
        return self._sources.lengths(indices)

    def target_lengths(self, indices: Int[Tensor, "B"]) -> Int[Tensor, "B"]:
        """Return the numbers of target tokens fed, or expected, of the pairs at these indices."""
        return self._targets.lengths(indices) - 1

    def lengths(self, indices: Int[Tensor, "B"]) -> Int[Tensor, "B"]:
        """Return the numbers of tokens, both languages, of the pairs at these indices."""
        return self.source_lengths(indices) + self.target_lengths(indices)

    def batch(self, indices: Int[Tensor, "B"]) -> Batch:
        """Return the pairs at these indices, padded to the longest of them."""
        source, target = self._sources.padded(indices).to(self._device), self._targets.padded(indices).to(self._device)
        is_padded = int(self.source_lengths(indices).min()) < source.shape[1]
        return Batch(source, source != PAD_ID if is_padded else None, *shift_rows(target))

    def by_length(self, batch_size: int) -> Iterator[Int[Tensor, "B"]]:
        """Yield the indices of all pairs once, from short to long, with smaller batches of long ones."""
        every = torch.arange(len(self))
        sources, targets = self.source_lengths(every), self.target_lengths(every)
        for batch in (sources * 1000 + targets).argsort(stable=True).split(batch_size):
            longest = int(torch.maximum(sources[batch], targets[batch]).max())
            yield from batch.split(max(1, batch_size * _LONG**2 // longest**2))

    def shuffled(self, batch_size: int, generator: torch.Generator) -> Iterator[Int[Tensor, "B"]]:
        """Yield the indices of shuffled batches of similar length, over endless epochs."""
        return shuffle_batches(len(self), self.lengths, batch_size, generator)


class SentenceBatch(NamedTuple):
    """Sentences for next-token prediction: ``expected`` is ``fed``, shifted by one position; padding is PAD_ID."""

    fed: Int[Tensor, "B T"]
    expected: Int[Tensor, "B T"]


class EncodedSentences:
    """All sentences of one language as ids, from ``<bos>`` to ``<eos>``."""

    def __init__(self, sentences: Sequence[Sequence[str]], vocabulary: Vocabulary, device: torch.device) -> None:
        if not sentences:
            raise ValueError("there are no sentences to train or test on")
        rows = RowWriter()
        for words in sentences:
            rows.append([BOS_ID, *vocabulary.encode(words), EOS_ID])
        self._rows, self._device = rows.rows(), device

    def lengths(self, indices: Int[Tensor, "B"]) -> Int[Tensor, "B"]:
        """Return the number of tokens to predict in the sentences at these indices."""
        return self._rows.lengths(indices) - 1

    target_lengths = lengths

    def batch(self, indices: Int[Tensor, "B"]) -> SentenceBatch:
        """Return the sentences at these indices, padded to the longest of them."""
        return shift_rows(self._rows.padded(indices).to(self._device))

    def shuffled(self, batch_size: int, generator: torch.Generator) -> Iterator[Int[Tensor, "B"]]:
        """Yield the indices of shuffled batches of similar length, over endless epochs."""
        return shuffle_batches(len(self._rows), self._rows.lengths, batch_size, generator)


def shift_rows(rows: Int[Tensor, "B length"]) -> SentenceBatch:
    """Split padded rows from ``<bos>`` to ``<eos>`` into input and expected output."""
    # <eos> is never fed, but a row shorter than its batch has it before the last column.
    return SentenceBatch(rows[:, :-1].masked_fill(rows[:, :-1] == EOS_ID, PAD_ID), rows[:, 1:])


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
                for part in batch.split(max(1, batch_size * _WIDE // int(measured[batch[-1]])))
            ]
            for index in torch.randperm(len(batches), generator=generator).tolist():
                yield batches[index]
