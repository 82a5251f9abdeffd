"""Small real models, trained once for all tests of this folder."""

import pytest

from model.corpus import Corpus, toy_corpus
from model.training.config import TrainingConfig
from model.training.loop import Progress, train
from model.training.snapshot import Snapshot
from model.training.translation_task import TranslationTask
from model.transformer.config import ModelConfig
from tests.typechecker import unchecked

SMALL = ModelConfig(n_layers=1, n_heads=2, d_model=16, d_ff=16)
SHORT = TrainingConfig(steps=3, batch_size=16)


@pytest.fixture(scope="session")
def small_corpus() -> Corpus:
    """A few hundred pairs of the real grammar."""
    return toy_corpus(seed=1, train=300, held_out=40)


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    """The corpus the app trains on."""
    return toy_corpus()


@pytest.fixture(scope="session")
def trained(corpus: Corpus) -> Progress:
    """The end of the training the app runs."""
    with unchecked():
        *_, last = train(TranslationTask(corpus, ModelConfig()), TrainingConfig(device="cpu"))
    return last


@pytest.fixture(scope="session")
def snapshot(trained: Progress) -> Snapshot:
    """The trained weights, as the app publishes them."""
    return trained.snapshot()
