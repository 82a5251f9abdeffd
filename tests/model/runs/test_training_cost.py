"""The estimated cost of a training: weights are counted exactly, the rest grows as it should."""

from dataclasses import replace

import pytest
import torch

from model.corpus import Corpus
from model.corpus.tsv import read_tsv
from model.runs.training_cost import CorpusSize, TrainingCost
from model.training.config import OptimizerName, TrainingConfig
from model.training.translation_task import build_translator
from model.transformer.config import ModelConfig, Norm

CONFIG = ModelConfig(n_layers=2, n_heads=4, d_model=32, d_ff=48)
TRAINING = TrainingConfig(batch_size=32)


@pytest.fixture(scope="module")
def corpus_size(small_corpus: Corpus) -> CorpusSize:
    return CorpusSize.of(small_corpus)


@pytest.mark.parametrize(
    "config", [CONFIG, replace(CONFIG, norm=Norm.POST), replace(CONFIG, dropout=0.1), ModelConfig(1, 1, 8, 8)]
)
def test_weights_are_those_of_the_model(small_corpus: Corpus, corpus_size: CorpusSize, config: ModelConfig) -> None:
    model = build_translator(small_corpus, config, 1, torch.device("cpu")).model
    assert TrainingCost.of(config, TRAINING, corpus_size).n_weights == sum(
        weight.numel() for weight in model.parameters()
    )


def test_text_of_ones_own_is_counted_in_pieces() -> None:
    lines = [f"A {name} sleeps.\tUn {name} dort." for name in ("dog", "cat", "fish", "bird", "mouse")]
    corpus = read_tsv("\n".join(lines).encode())
    size = CorpusSize.of(corpus)
    translator = build_translator(corpus, CONFIG, 1, torch.device("cpu"))
    assert (size.n_source, size.n_target) == (len(translator.source), len(translator.target))
    assert size.longest_source >= 4, "the mark is a piece of its own"


@pytest.mark.parametrize(
    ("larger", "training"),
    [
        (replace(CONFIG, n_layers=4), TRAINING),
        (replace(CONFIG, d_model=128), TRAINING),
        (replace(CONFIG, d_ff=1024), TRAINING),
        (CONFIG, replace(TRAINING, batch_size=512)),
    ],
    ids=["layers", "width", "feed-forward", "batch"],
)
def test_more_takes_more(corpus_size: CorpusSize, larger: ModelConfig, training: TrainingConfig) -> None:
    small, large = TrainingCost.of(CONFIG, TRAINING, corpus_size), TrainingCost.of(larger, training, corpus_size)
    assert large.n_bytes > small.n_bytes
    assert large.seconds > small.seconds


def test_muon_takes_longer_the_wider_the_model(corpus_size: CorpusSize) -> None:
    adamw, muon = (replace(TRAINING, optimizer=optimizer) for optimizer in (OptimizerName.ADAMW, OptimizerName.MUON))
    ratios = [
        TrainingCost.of(config, muon, corpus_size).seconds / TrainingCost.of(config, adamw, corpus_size).seconds
        for config in (CONFIG, replace(CONFIG, d_model=256, d_ff=1024), replace(CONFIG, d_model=512, d_ff=2048))
    ]
    assert 1 < ratios[0] < 1.5 < ratios[1] < ratios[2]


def test_a_size_is_told_without_making_the_model(corpus_size: CorpusSize) -> None:
    """The largest model of the page would take gigabytes."""
    size = TrainingCost.of(
        ModelConfig(6, 16, 512, 2048), TrainingConfig(batch_size=512), replace(corpus_size, n_target=10_000)
    )
    assert size.n_weights > 50_000_000
    assert size.n_bytes > 16 * 50_000_000


def test_long_sentences_are_evaluated_in_small_batches() -> None:
    config, corpus = ModelConfig(n_layers=6, n_heads=16, d_model=64), CorpusSize(1000, 1000, 400, 400, 0.5)
    assert TrainingCost.of(config, replace(TRAINING, batch_size=1), corpus).n_bytes < 1_000_000_000


def test_long_pairs_are_trained_in_small_batches() -> None:
    """The longest batch holds no more tokens than a full one; the time is that of a usual one."""
    fits, long = CorpusSize(100, 100, 64, 64, 0.5), CorpusSize(100, 100, 256, 256, 0.125)
    one, other = (TrainingCost.of(CONFIG, TRAINING, corpus) for corpus in (fits, long))
    in_full = TrainingCost.of(CONFIG, replace(TRAINING, batch_size=4 * TRAINING.batch_size), long)
    assert one.n_bytes < other.n_bytes < 2 * one.n_bytes < in_full.n_bytes
    assert one.seconds < other.seconds < 2 * one.seconds


def test_the_scores_of_an_evaluation_are_counted() -> None:
    """Those of 256 sentences of 60 tokens and <eos>, for each of 20,000 pieces; a narrow model adds little."""
    small, large = (CorpusSize(100, n_target, 60, 61, 0.5) for n_target in (100, 20_000))
    narrow, training = ModelConfig(1, 1, 2, 2), replace(TRAINING, batch_size=1)
    one, other = (TrainingCost.of(narrow, training, corpus) for corpus in (small, large))
    assert 61 < (other.n_bytes - one.n_bytes) / (3 * 4 * 256 * 19_900) < 62
