"""A small corpus of raw text with punctuation, and a model trained on its subwords."""

import pytest

from model.corpus import Corpus
from model.corpus.tsv import read_tsv
from model.training.config import TrainingConfig
from model.training.loop import train
from model.training.snapshot import Snapshot
from model.training.translation_task import TranslationTask
from tests.model.conftest import SMALL

DEEDS = {"sleeps": "dort", "eats": "mange", "sings": "chante", "runs": "court", "laughs": "rit"}
TEXT = (
    "".join(
        f"{name} {deed}, I think!\tJe crois que {name} {fait} !\t0-3 1-4 2-0 3-1\n"
        for name in ("Anna", "Paul", "Marguerite", "the dog", "the cat")
        for deed, fait in DEEDS.items()
    )
    .replace("the dog", "Rex")
    .replace("the cat", "Minou")
)


@pytest.fixture(scope="package")
def raw_text() -> Corpus:
    return read_tsv(TEXT.encode())


@pytest.fixture(scope="package")
def raw_text_snapshot(raw_text: Corpus) -> Snapshot:
    *_, last = train(TranslationTask(raw_text, SMALL), TrainingConfig(steps=2, batch_size=8))
    return last.snapshot()


@pytest.fixture(scope="package")
def raw_text_file() -> bytes:
    return TEXT.encode()
