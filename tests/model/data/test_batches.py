"""Batches hold what is fed and what is expected, shifted by one, mark padding, and hold a share of beginnings."""

import math
import random
from itertools import islice

import pytest
import torch

from model.corpus import Corpus, Pair
from model.corpus.beginnings import begin_pair
from model.data.batches import Batch, EncodedPairs
from model.data.subwords import Subwords
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


@pytest.mark.parametrize("longest", [5, 1500])
def test_pairs_are_read_from_short_to_long_the_source_first(longest: int) -> None:
    draw = random.Random(0)
    pairs = [
        Pair(("a",) * draw.randint(1, 3), ("x",) * draw.randint(1, longest), frozenset({(0, 0)})) for _ in range(60)
    ]
    batches = list(EncodedPairs(pairs, SOURCE, TARGET, CPU).by_length(4))
    order = [index for batch in batches for index in batch.tolist()]
    assert order == sorted(range(len(pairs)), key=lambda index: (len(pairs[index].source), len(pairs[index].target)))


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


def rows(batch: Batch) -> list[tuple[list[int], list[int]]]:
    """The source and the expected ids of each row, without padding."""
    return [
        ([i for i in source if i != PAD_ID], [i for i in expected if i != PAD_ID])
        for source, expected in zip(batch.source.tolist(), batch.expected.tolist(), strict=True)
    ]


def encode_all(pairs: tuple[Pair, ...], source: Vocabulary, target: Vocabulary) -> list[tuple[list[int], list[int]]]:
    """The ids of pairs as they are, as a batch holds them."""
    return [
        (source.encode(source.tokenize(pair.source)), [*target.encode(target.tokenize(pair.target)), EOS_ID])
        for pair in pairs
    ]


@pytest.mark.parametrize("is_subword", [False, True])
def test_examples_are_the_pairs_and_their_beginnings_of_whole_words(small_corpus: Corpus, is_subword: bool) -> None:
    pairs = small_corpus.train
    learn = Subwords.learn if is_subword else Vocabulary.of
    source, target = learn(pair.source for pair in pairs), learn(pair.target for pair in pairs)
    encoded = EncodedPairs(pairs, source, target, CPU, beginnings=0.5)
    for index in range(50):
        pair = pairs[index]
        begun = [each for n in range(1, len(pair.source)) if (each := begin_pair(pair, n)).target]
        indices = torch.arange(len(begun) + 1) * len(encoded) + index
        assert rows(encoded.batch(indices)) == encode_all((pair, *begun), source, target)
        lengths = [len(source) + len(expected) for source, expected in rows(encoded.batch(indices))]
        assert encoded.lengths(indices).tolist() == lengths


def test_a_share_of_the_pairs_of_a_batch_is_begun_and_the_others_stay(small_corpus: Corpus) -> None:
    source = Vocabulary.of(pair.source for pair in small_corpus.train)
    target = Vocabulary.of(pair.target for pair in small_corpus.train)

    def draw(share: float) -> torch.Tensor:
        encoded = EncodedPairs(small_corpus.train, source, target, CPU, beginnings=share)
        return torch.cat(list(islice(encoded.shuffled(30, torch.Generator().manual_seed(5)), 100)))

    n = len(small_corpus.train)
    begun = draw(0.3) >= n
    assert 0.27 < begun.float().mean() < 0.33
    assert not (draw(0.0) >= n).any()
    epoch = draw(0.3)[:n] % n
    assert sorted(epoch.tolist()) == list(range(n)), "an epoch still sees every pair, whole or begun"
    assert torch.equal(draw(0.3), draw(0.3))


def test_a_pair_without_beginnings_is_always_whole() -> None:
    encoded = EncodedPairs([Pair(("a",), ("x", "y"), frozenset())], SOURCE, TARGET, CPU, beginnings=0.9)
    batches = encoded.shuffled(1, torch.Generator().manual_seed(0))
    assert {int(next(batches)) for _ in range(30)} == {0}


def test_guidance_shares_the_weight_of_a_target_token_among_its_links() -> None:
    pairs = [
        Pair(("a", "b"), ("x", "y", "z"), frozenset({(0, 0), (0, 2), (1, 2)})),
        Pair(("a", "b", "c"), ("z",), frozenset()),
    ]
    batch = EncodedPairs(pairs, SOURCE, TARGET, CPU, guidance=0.5).batch(torch.arange(2))
    assert batch.guidance is not None
    rows = [[0.5, 0, 0], [0, 0, 0], [0.25, 0.25, 0], [0, 0, 0]]  # the last generates <eos>
    assert batch.guidance.tolist() == [rows, [[0, 0, 0]] * 4]


def test_a_beginning_is_guided_by_the_links_within_it() -> None:
    pair = Pair(("a", "b", "c"), ("x", "y", "z"), frozenset({(0, 0), (2, 1), (1, 2)}))
    encoded = EncodedPairs([pair], SOURCE, TARGET, CPU, beginnings=0.5, guidance=1.0)
    batch = encoded.batch(torch.tensor([1]))  # "a", which gives "x"
    assert batch.guidance is not None
    assert batch.guidance.tolist() == [[[1.0], [0.0]]]


def test_without_guidance_a_batch_has_no_links(encoded: EncodedPairs) -> None:
    assert encoded.batch(torch.arange(3)).guidance is None
