"""Batches and training: the right tokens go in, the right ones are expected, and it is repeatable."""

import math
from dataclasses import replace

import numpy as np
import pytest
import torch

from model.corpus import Corpus, Pair
from model.data.batches import EncodedPairs
from model.data.vocabulary import BOS_ID, EOS_ID, PAD_ID, Vocabulary
from model.inference.greedy_decoding import translate
from model.training.config import Schedule, TrainingConfig
from model.training.devices import choose_device
from model.training.loop import train
from model.training.translation_task import TranslationTask
from model.transformer.config import ModelConfig
from model.transformer.kind import Kind

SMALL = ModelConfig(n_layers=1, n_heads=2, d_model=16, d_ff=16)
SHORT = TrainingConfig(steps=12, batch_size=16, device="cpu")
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


def test_progress_is_reported_often_at_first_and_at_the_end(small_corpus: Corpus) -> None:
    progress = list(train(TranslationTask(small_corpus, SMALL), SHORT))
    assert [report.step for report in progress] == [0, 1, 2, 5, 10, 12]
    assert math.isnan(progress[0].loss)
    assert progress[-1].loss < progress[1].loss
    assert progress[-1].learning_curve[-1].evaluation.loss < progress[0].learning_curve[-1].evaluation.loss


@pytest.mark.parametrize("steps", [1, 2, 5, 10])
def test_any_number_of_steps_can_be_trained(steps: int, small_corpus: Corpus) -> None:
    *_, last = train(TranslationTask(small_corpus, SMALL), TrainingConfig(steps=steps, batch_size=8, device="cpu"))
    assert last.step == steps


def test_the_same_seed_gives_the_same_weights_and_another_gives_others(small_corpus: Corpus) -> None:
    torch.manual_seed(1)  # what others do with the global generator does not matter
    *_, first = train(TranslationTask(small_corpus, SMALL), SHORT)
    torch.manual_seed(2)
    *_, second = train(TranslationTask(small_corpus, SMALL), SHORT)
    *_, other = train(
        TranslationTask(small_corpus, SMALL), TrainingConfig(steps=12, batch_size=16, seed=5, device="cpu")
    )
    weights = [report.learner.model.output.weight for report in (first, second, other)]
    assert torch.equal(weights[0], weights[1])
    assert not torch.equal(weights[0], weights[2])


def test_the_cpu_is_chosen_where_there_is_nothing_else() -> None:
    assert choose_device("cpu") == CPU
    assert choose_device().type == ("cuda" if torch.cuda.is_available() else "cpu")


@pytest.mark.parametrize("device", ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"])
def test_training_and_capture_on_every_device_there_is(device: str, small_corpus: Corpus) -> None:
    *_, last = train(TranslationTask(small_corpus, SMALL), replace(SHORT, device=device))
    assert last.learner.model.device.type == device
    assert last.learner.frozen().model.device.type == "cpu"
    maps = translate(last.learner, ["the", "cat"]).maps[Kind.CROSS]
    np.testing.assert_allclose(maps, translate(last.learner.frozen(), ["the", "cat"]).maps[Kind.CROSS], atol=1e-4)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"n_heads": 3}, "d_model=64 does not divide into 3 heads"),
        ({"n_layers": 0}, "n_layers=0 must be at least 1"),
        ({"d_model": 9, "n_heads": 3}, "must be even"),
        ({"dropout": 1.0}, "dropout=1.0"),
    ],
)
def test_sizes_that_do_not_fit_are_refused(options: dict, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        ModelConfig(**options)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"steps": 0}, "steps=0"),
        ({"batch_size": 0}, "batch_size=0"),
        ({"batch_size": 1_000_000}, "batch_size=1000000"),
        ({"learning_rate": 0.0}, "learning_rate=0.0"),
        ({"weight_decay": -1.0}, "weight_decay=-1.0"),
        ({"weight_decay": math.nan}, "weight_decay=nan"),
        ({"label_smoothing": 1.0}, "label_smoothing=1.0"),
    ],
)
def test_settings_that_make_no_sense_are_refused(options: dict, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        TrainingConfig(**options)


def test_weights_that_grow_past_all_bounds_end_the_training(small_corpus: Corpus) -> None:
    config = TrainingConfig(steps=40, batch_size=16, learning_rate=1.0, schedule=Schedule.CONSTANT, weight_decay=0.0)
    training = train(TranslationTask(small_corpus, SMALL), config)
    progress = next(training)
    with torch.no_grad():
        progress.learner.model.output.weight.fill_(float("inf"))
    with pytest.raises(ArithmeticError, match=r"diverged by step 1; .* smaller learning rate"):
        list(training)
