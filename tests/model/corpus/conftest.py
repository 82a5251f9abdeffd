"""The default corpus, generated once for all tests that do not change it."""

import pytest

from model.corpus import Corpus, Pair, toy_corpus


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    return toy_corpus()


@pytest.fixture(scope="session")
def pairs(corpus: Corpus) -> tuple[Pair, ...]:
    return corpus.train + corpus.held_out
