"""Sentences and sentence pairs as padded tensors, in batches of similar length.

Shapes: N pairs, B batch, S source positions, T target positions.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from model.corpus import Pair
from model.vocabulary import BOS_ID, EOS_ID, PAD_ID, Vocabulary

_POOL = 32  # batches whose pairs are sorted together: enough for little padding, few enough to stay shuffled


class Batch(NamedTuple):
    """Teacher forcing: ``fed`` goes in, ``expected`` should come out, shifted by one against each other."""

    source: Int[Tensor, "B S"]
    source_allowed: Bool[Tensor, "B S"] | None  # False at padding; None where there is none
    fed: Int[Tensor, "B T"]
    expected: Int[Tensor, "B T"]  # padding is PAD_ID


def padded(rows: Sequence[Sequence[int]]) -> Int[Tensor, "B longest"]:
    """Rows of ids as one tensor, the shorter ones filled up with padding."""
    longest = max(map(len, rows))
    return torch.tensor([[*ids, *[PAD_ID] * (longest - len(ids))] for ids in rows])


class EncodedPairs:
    """All pairs of a split as ids, padded once, so that a batch is a slice."""

    def __init__(self, pairs: Sequence[Pair], source: Vocabulary, target: Vocabulary, device: torch.device) -> None:
        if not pairs:
            raise ValueError("there are no sentence pairs to train or test on")
        sources = [source.encode(source.tokenize(pair.source)) for pair in pairs]
        targets = [[BOS_ID, *target.encode(target.tokenize(pair.target)), EOS_ID] for pair in pairs]
        self.source_lengths = torch.tensor([len(ids) for ids in sources])
        self.target_lengths = torch.tensor([len(ids) - 1 for ids in targets])
        self._sources = padded(sources).to(device)
        self._targets = padded(targets).to(device)

    def __len__(self) -> int:
        return len(self.source_lengths)

    def batch(self, indices: Int[Tensor, "B"]) -> Batch:
        """The pairs at these indices, no wider than the longest of them."""
        source_lengths, target_lengths = self.source_lengths[indices], self.target_lengths[indices]
        width, target_width = int(source_lengths.max()), int(target_lengths.max())
        indices = indices.to(self._sources.device)
        source = self._sources[indices, :width]
        target = self._targets[indices, : target_width + 1]
        is_padded = int(source_lengths.min()) < width
        return Batch(source, source != PAD_ID if is_padded else None, *shifted(target))

    def count_tokens(self, indices: Int[Tensor, "B"]) -> int:
        """Tokens of both languages at these indices, padding aside."""
        return int(self.source_lengths[indices].sum() + self.target_lengths[indices].sum())

    def by_length(self, batch_size: int) -> Iterator[Int[Tensor, "B"]]:
        """Indices of all pairs once, from short to long."""
        yield from (self.source_lengths * 1000 + self.target_lengths).argsort(stable=True).split(batch_size)

    def shuffled(self, batch_size: int, generator: torch.Generator) -> Iterator[Int[Tensor, "B"]]:
        """Indices of shuffled batches of similar length, epoch after epoch without end."""
        return shuffled(self.source_lengths + self.target_lengths, batch_size, generator)


class Shifted(NamedTuple):
    """Next-word prediction: ``fed`` goes in, ``expected`` should come out, one position ahead; padding is PAD_ID."""

    fed: Int[Tensor, "B T"]
    expected: Int[Tensor, "B T"]


class EncodedSentences:
    """All sentences of one language as ids between ``<bos>`` and ``<eos>``, padded once."""

    def __init__(self, sentences: Sequence[Sequence[str]], vocabulary: Vocabulary, device: torch.device) -> None:
        if not sentences:
            raise ValueError("there are no sentences to train or test on")
        rows = [[BOS_ID, *vocabulary.encode(words), EOS_ID] for words in sentences]
        self.lengths = torch.tensor([len(row) - 1 for row in rows])
        self._rows = padded(rows).to(device)

    def batch(self, indices: Int[Tensor, "B"]) -> Shifted:
        """The sentences at these indices, no wider than the longest of them."""
        width = int(self.lengths[indices].max()) + 1
        return shifted(self._rows[indices.to(self._rows.device), :width])

    def shuffled(self, batch_size: int, generator: torch.Generator) -> Iterator[Int[Tensor, "B"]]:
        """Indices of shuffled batches of similar length, epoch after epoch without end."""
        return shuffled(self.lengths, batch_size, generator)


def shifted(rows: Int[Tensor, "B length"]) -> Shifted:
    """What goes in and what should come out of whole rows from ``<bos>`` to ``<eos>``."""
    # <eos> is never fed: a row shorter than its batch has it where the next row still has words.
    return Shifted(rows[:, :-1].masked_fill(rows[:, :-1] == EOS_ID, PAD_ID), rows[:, 1:])


def shuffled(lengths: Int[Tensor, "N"], batch_size: int, generator: torch.Generator) -> Iterator[Int[Tensor, "B"]]:
    """Indices of batches of similar length in random order, epoch after epoch without end."""
    while True:
        order = torch.randperm(len(lengths), generator=generator)
        for pool in order.split(batch_size * _POOL):
            batches = pool[lengths[pool].argsort(stable=True)].split(batch_size)
            for index in torch.randperm(len(batches), generator=generator).tolist():
                yield batches[index]
