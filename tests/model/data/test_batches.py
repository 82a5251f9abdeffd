"""Batches hold what is fed and what is expected, shifted by one, and mark padding."""

import math

import pytest
import torch

from model.corpus import Corpus, Pair
from model.data.batches import EncodedPairs
from model.data.vocabulary import BOS_ID, EOS_ID, PAD_ID, Vocabulary

CPU = torch.device("cpu")
SOURCE, TARGET = Vocabulary(["a", "b", "c"]), Vocabulary(["x", "y", "z"])
PAIRS = [
    Pair(("a",), ("x", "y", "z"), frozenset({(0, 0)})),
    Pair(("a", "b", "c"), ("z",), frozenset({(0, 0)})),
    Pair(("c", "b"), ("y", "x"), frozenset({(0, 0)})),
]


@pytest.fixture(scope="module")
def encoded() -> EncodedPairs:
    return EncodedPairs(PAIRS, SOURCE, TARGET, CPU)


def test_what_is_expected_is_what_is_fed_shifted_by_one(encoded: EncodedPairs) -> None:
    batch = encoded.batch(torch.arange(3))
    for row, pair in enumerate(PAIRS):
        ids = TARGET.encode(pair.target)
        assert [i for i in batch.fed[row].tolist() if i != PAD_ID] == [BOS_ID, *ids]
        assert [i for i in batch.expected[row].tolist() if i != PAD_ID] == [*ids, EOS_ID]


def test_padding_is_marked_and_nothing_else(encoded: EncodedPairs) -> None:
    batch = encoded.batch(torch.tensor([0, 2]))
    assert batch.source_allowed is not None
    assert batch.source_allowed.tolist() == [[True, False], [True, True]]
    assert encoded.batch(torch.tensor([1])).source_allowed is None


def test_a_batch_is_no_wider_than_its_longest_pair(encoded: EncodedPairs) -> None:
    assert encoded.batch(torch.tensor([0])).source.shape == (1, 1)
    assert encoded.batch(torch.tensor([0])).fed.shape == (1, 4)
    assert encoded.batch(torch.tensor([1])).fed.shape == (1, 2)


def test_each_epoch_sees_every_pair_once(small_corpus: Corpus) -> None:
    source = Vocabulary.of(pair.source for pair in small_corpus.train)
    target = Vocabulary.of(pair.target for pair in small_corpus.train)
    pairs = EncodedPairs(small_corpus.train, source, target, CPU)
    batches = pairs.shuffled(32, torch.Generator().manual_seed(0))
    n_batches = math.ceil(len(pairs) / 32)
    first, second = (torch.cat([next(batches) for _ in range(n_batches)]) for _ in range(2))
    assert sorted(first.tolist()) == sorted(second.tolist()) == list(range(len(pairs)))
    assert first.tolist() != second.tolist()


def test_no_pairs_are_refused() -> None:
    with pytest.raises(ValueError, match="no sentence pairs"):
        EncodedPairs([], SOURCE, TARGET, CPU)
