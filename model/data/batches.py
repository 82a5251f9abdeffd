"""Padded batches of sentences and sentence pairs of similar length.

Shapes: N pairs, B batch, S source positions, T target positions.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from model.corpus import Pair
from model.corpus.beginnings import count_target_words
from model.data.batch_order import limit_stored, shuffle_batches
from model.data.token_rows import RowWriter
from model.data.vocabulary import BOS_ID, EOS_ID, PAD_ID, Vocabulary
from model.data.word_boundaries import expand_links, find_word_starts


class Batch(NamedTuple):
    """Pairs for teacher forcing: ``expected`` is ``fed``, shifted by one position."""

    source: Int[Tensor, "B S"]
    source_allowed: Bool[Tensor, "B S"] | None  # False at padding; None where there is none
    fed: Int[Tensor, "B T"]
    expected: Int[Tensor, "B T"]  # padding is PAD_ID
    guidance: Float[Tensor, "B T S"] | None = None  # weights of the gold links; see ``guided_alignment_loss``


class EncodedPairs:
    """All pairs of a split as ids, and their beginnings; a batch is padded on request, to save memory.

    Example ``i`` is pair ``i``, and example ``i + k * N`` is its beginning number ``k``, counted from 1. Beginnings
    (``model.corpus.beginnings``) are shorter than the pair and have a target.
    """

    def __init__(
        self,
        pairs: Iterable[Pair],
        source: Vocabulary,
        target: Vocabulary,
        device: torch.device,
        *,
        beginnings: float = 0.0,
        guidance: float = 0.0,
    ) -> None:
        """Encode pairs in one pass.

        Args:
            pairs: read once.
            source: source vocabulary.
            target: target vocabulary.
            device: of the batches.
            beginnings: probability at which ``shuffled`` draws a beginning instead of a whole pair.
            guidance: sum of the weights of the gold links of a linked target token; 0 for batches without links.

        Raises:
            ValueError: there are no pairs.
            OSError: the disk is full.
        """
        sources, targets, lengths, links = RowWriter(), RowWriter(), RowWriter(), RowWriter()
        for pair in pairs:
            source_tokens, target_tokens = source.tokenize(pair.source), target.tokenize(pair.target)
            sources.append(source.encode(source_tokens))
            targets.append([BOS_ID, *target.encode(target_tokens), EOS_ID])
            cuts = _find_cuts(pair, source_tokens, target_tokens) if beginnings else ()
            lengths.append([len(source_tokens), len(target_tokens), *chain.from_iterable(cuts)])
            if guidance:
                expanded = sorted(expand_links(pair.alignment, source_tokens, target_tokens))
                links.append([PAD_ID, PAD_ID, *(position + 1 for link in expanded for position in link)])
        self._sources, self._targets = sources.rows(), targets.rows()
        self._lengths = lengths.rows()  # source and target of the pair, of its first beginning, of its second …
        if not len(self._sources):
            raise ValueError("there are no sentence pairs to train or test on")
        self._links, self._guidance = links.rows(), guidance
        self._device, self._beginnings = device, beginnings

    def __len__(self) -> int:
        return len(self._sources)

    def source_lengths(self, indices: Int[Tensor, "B"]) -> Int[Tensor, "B"]:
        """Return the numbers of source tokens of the examples at these indices."""
        return self._lengths.at(indices % len(self), indices // len(self) * 2)

    def target_lengths(self, indices: Int[Tensor, "B"]) -> Int[Tensor, "B"]:
        """Return the numbers of target tokens fed, or expected, of the examples at these indices."""
        return self._lengths.at(indices % len(self), indices // len(self) * 2 + 1) + 1

    def lengths(self, indices: Int[Tensor, "B"]) -> Int[Tensor, "B"]:
        """Return the numbers of tokens, both languages, of the examples at these indices."""
        return self.source_lengths(indices) + self.target_lengths(indices)

    def batch(self, indices: Int[Tensor, "B"]) -> Batch:
        """Return the examples at these indices, padded to the longest of them."""
        pairs = indices % len(self)
        source_lengths, target_lengths = self.source_lengths(indices), self.target_lengths(indices)
        source = self._sources.padded(pairs, source_lengths).to(self._device)
        target = self._targets.padded(pairs, target_lengths + 1)
        target.scatter_(1, target_lengths[:, None], EOS_ID)  # a beginning ends with it as well
        is_padded = int(source_lengths.min()) < source.shape[1]
        rows = shift_rows(target.to(self._device))
        guidance = self._build_guidance(pairs, source_lengths, target_lengths) if self._guidance else None
        return Batch(source, source != PAD_ID if is_padded else None, *rows, guidance)

    def _build_guidance(
        self, pairs: Int[Tensor, "B"], source_lengths: Int[Tensor, "B"], target_lengths: Int[Tensor, "B"]
    ) -> Float[Tensor, "B T S"]:
        """Share the weight of each linked target token equally among its source tokens; all else is 0."""
        links = self._links.padded(pairs).unflatten(1, (-1, 2)) - 1  # source and target position; -1 at padding
        is_within = (links[..., 0] < source_lengths[:, None]) & (links[..., 1] < target_lengths[:, None] - 1)
        example, place = (is_within & (links[..., 0] >= 0)).nonzero(as_tuple=True)
        guidance = torch.zeros(len(pairs), int(target_lengths.max()), int(source_lengths.max()))
        guidance[example, links[example, place, 1], links[example, place, 0]] = self._guidance
        return (guidance / guidance.count_nonzero(dim=-1)[..., None].clamp(min=1)).to(self._device)

    def by_length(self, batch_size: int) -> Iterator[Int[Tensor, "B"]]:
        """Yield the indices of all pairs once, from short to long, with smaller batches of long ones."""
        every = torch.arange(len(self))
        sources, targets = self.source_lengths(every), self.target_lengths(every)
        by_target = targets.argsort(stable=True)
        for batch in by_target[sources[by_target].argsort(stable=True)].split(batch_size):
            longest = int(torch.maximum(sources[batch], targets[batch]).max())
            yield from batch.split(limit_stored(batch_size, longest))

    def shuffled(self, batch_size: int, generator: torch.Generator) -> Iterator[Int[Tensor, "B"]]:
        """Yield the indices of shuffled batches of similar length, some of them of beginnings, over endless epochs."""
        for indices in shuffle_batches(len(self), self.lengths, batch_size, generator):
            yield self._draw_beginnings(indices, generator) if self._beginnings else indices

    def _draw_beginnings(self, indices: Int[Tensor, "B"], generator: torch.Generator) -> Int[Tensor, "B"]:
        """Replace some pairs by one of their beginnings, drawn uniformly; a pair that has none remains."""
        chance, place = torch.rand(2, len(indices), generator=generator)
        n_beginnings = self._lengths.lengths(indices) // 2 - 1
        number = 1 + (place * n_beginnings).long()
        is_begun = (chance < self._beginnings) & (n_beginnings > 0)
        return indices + len(self) * number * is_begun


def _find_cuts(pair: Pair, source: Sequence[str], target: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the numbers of source and target tokens of each beginning of a pair."""
    source_ends, target_ends = [*find_word_starts(source), len(source)], [*find_word_starts(target), len(target)]
    for n_source, n_target in enumerate(count_target_words(pair)[:-1], start=1):
        if n_target:
            yield source_ends[n_source], target_ends[n_target]


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
