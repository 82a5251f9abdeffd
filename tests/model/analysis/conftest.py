"""A model that is hardly trained, for reports whose numbers are compared with others of the same model."""

from dataclasses import replace

import pytest

from model.corpus import Corpus
from model.training.loop import train
from model.training.snapshot import Snapshot
from model.training.translation_task import TranslationTask
from tests.model.conftest import SHORT, SMALL


@pytest.fixture(scope="module")
def untrained(small_corpus: Corpus) -> Snapshot:
    *_, last = train(TranslationTask(small_corpus, SMALL), replace(SHORT, device="cpu"))
    return last.snapshot()
