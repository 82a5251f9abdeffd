"""Rows of ids, padded per batch: the same batches as from one padded table, in memory as on disk."""

import tracemalloc

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from model.corpus import Corpus
from model.data.batch_order import shuffle_batches
from model.data.batches import EncodedPairs, shift_rows
from model.data.token_rows import RowWriter
from model.data.vocabulary import BOS_ID, EOS_ID, PAD_ID, Vocabulary

ROWS = st.lists(st.lists(st.integers(1, 9), min_size=1, max_size=7), min_size=1, max_size=20)


def table(rows: list[list[int]]) -> torch.Tensor:
    longest = max(map(len, rows))
    return torch.tensor([[*row, *[PAD_ID] * (longest - len(row))] for row in rows])


@given(ROWS, st.integers(1, 60), st.data())
def test_a_batch_is_padded_to_its_longest_row(rows: list[list[int]], in_memory: int, data: st.DataObject) -> None:
    writer = RowWriter(in_memory)
    for row in rows:
        writer.append(row)
    written = writer.rows()
    chosen = data.draw(st.lists(st.integers(0, len(rows) - 1), min_size=1, max_size=9))
    lengths = [data.draw(st.integers(1, len(rows[index]))) for index in chosen]
    batch = written.padded(torch.tensor(chosen))
    beginnings = written.padded(torch.tensor(chosen), torch.tensor(lengths))
    assert len(written) == len(rows)
    assert written.lengths(torch.tensor(chosen)).tolist() == [len(rows[index]) for index in chosen]
    assert batch.dtype == torch.int64
    assert torch.equal(batch, table([rows[index] for index in chosen]))
    assert torch.equal(beginnings, table([rows[index][:n] for index, n in zip(chosen, lengths, strict=True)]))
    last = [rows[index][n - 1] for index, n in zip(chosen, lengths, strict=True)]
    assert written.at(torch.tensor(chosen), torch.tensor(lengths) - 1).tolist() == last


def test_many_rows_need_no_more_memory_than_few() -> None:
    writer, row = RowWriter(in_memory=500), [1, 2, 3]
    tracemalloc.start()
    try:
        for _ in range(20_000):
            writer.append(row)
        rows = writer.rows()
        batches = shuffle_batches(len(rows), rows.lengths, 16, torch.Generator().manual_seed(0))
        assert [rows.padded(next(batches)).shape for _ in range(30)] == [(16, 3)] * 30
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 100_000  # bytes; their ids alone are 240,000


def test_training_sees_the_batches_that_one_padded_table_gives(small_corpus: Corpus) -> None:
    """The straightforward way: everything padded at once, sorted in pools of 32 batches, cut to each batch's width."""
    pairs, n = small_corpus.train, 16
    source = Vocabulary.of(pair.source for pair in pairs)
    target = Vocabulary.of(pair.target for pair in pairs)
    sources = table([source.encode(pair.source) for pair in pairs])
    targets = table([[BOS_ID, *target.encode(pair.target), EOS_ID] for pair in pairs])
    lengths = (sources != PAD_ID).sum(dim=1) + (targets != PAD_ID).sum(dim=1) - 1
    generator = torch.Generator().manual_seed(3)
    encoded = EncodedPairs(pairs, source, target, torch.device("cpu"))
    batches = encoded.shuffled(n, torch.Generator().manual_seed(3))
    for _ in range(3):
        order = torch.randperm(len(pairs), generator=generator)
        for pool in order.split(32 * n):
            parts = pool[lengths[pool].argsort(stable=True)].split(n)
            for index in torch.randperm(len(parts), generator=generator).tolist():
                indices, expected = next(batches), parts[index]
                assert torch.equal(indices, expected)
                batch = encoded.batch(indices)
                width, target_width = ((x[indices] != PAD_ID).sum(dim=1).max() for x in (sources, targets))
                assert torch.equal(batch.source, sources[indices, :width])
                assert torch.equal(batch.fed, shift_rows(targets[indices, :target_width]).fed)
                assert torch.equal(batch.expected, targets[indices, 1:target_width])
                is_padded = bool((batch.source == PAD_ID).any())
                assert (batch.source_allowed is not None) == is_padded
                if batch.source_allowed is not None:
                    assert torch.equal(batch.source_allowed, batch.source != PAD_ID)


@pytest.mark.parametrize("batch_size", [1, 7, 128])
def test_long_sentences_come_fewer_at_a_time_and_each_comes_once(batch_size: int) -> None:
    lengths = torch.tensor([20] * 300 + [400] * 50 + [2000] * 3)
    batches = shuffle_batches(len(lengths), lengths.__getitem__, batch_size, torch.Generator().manual_seed(0))
    seen: list[torch.Tensor] = []
    while sum(map(len, seen)) < len(lengths):
        seen.append(next(batches))
    assert sorted(torch.cat(seen).tolist()) == list(range(len(lengths)))
    for batch in seen:
        assert len(batch) <= batch_size
        assert len(batch) == 1 or len(batch) * int(lengths[batch].max()) <= batch_size * 128
