"""Small real models, trained once for all tests of this folder."""

from dataclasses import replace

import pytest

from model.corpus import Corpus, toy_corpus
from model.training.config import TrainingConfig
from model.training.language_task import LANGUAGE_TRAINING, LanguageTask
from model.training.loop import Progress, train
from model.training.snapshot import LanguageSnapshot, Snapshot
from model.training.translation_task import TranslationTask
from model.transformer.config import LanguageConfig, ModelConfig
from tests.typechecker import unchecked

CPU_TRAINING = replace(LANGUAGE_TRAINING, device="cpu")

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


@pytest.fixture(scope="session")
def barely_trained(small_corpus: Corpus) -> Snapshot:
    """A small model after three steps, for tests that any weights will do for."""
    *_, last = train(TranslationTask(small_corpus, SMALL), replace(SHORT, device="cpu"))
    return last.snapshot()


@pytest.fixture(scope="session")
def causal(corpus: Corpus) -> LanguageSnapshot:
    """The end of the training that the page runs."""
    with unchecked():
        *_, last = train(LanguageTask(corpus, LanguageConfig()), CPU_TRAINING)
    return last.snapshot()


@pytest.fixture(scope="session")
def leaky(corpus: Corpus) -> LanguageSnapshot:
    """The same without the mask."""
    with unchecked():
        *_, last = train(LanguageTask(corpus, LanguageConfig(is_causal=False)), CPU_TRAINING)
    return last.snapshot()
