"""The page without a browser, over a small model that is trained once for all tests of this folder."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from model.config import ModelConfig, TrainingConfig
from model.corpus import Corpus, toy_corpus
from model.runs.registry import Runs
from model.runs.training import Trainer
from model.training import train
from ui import cache

APP = Path(__file__).parents[2] / "app.py"
TINY = TrainingConfig(steps=60, batch_size=32)
Open = Callable[..., AppTest]


@dataclass
class House:
    """What the app is opened with: change it before opening."""

    corpus: Corpus
    folder: Path
    trainer: Trainer = field(default=train)

    def runs(self, *_: Any) -> Runs:
        return Runs(self.folder / "runs", self.corpus, ModelConfig(n_layers=2, n_heads=4), TINY, self.trainer)


@pytest.fixture(scope="session")
def small_corpus() -> Corpus:
    return toy_corpus(seed=1, train=2000, held_out=40)


@pytest.fixture(scope="session")
def trained_folder(small_corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder that holds a trained model."""
    folder = tmp_path_factory.mktemp("trained")
    assert not House(small_corpus, folder).runs().default().join(60).error
    return folder


@pytest.fixture
def house(small_corpus: Corpus, trained_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    house = House(small_corpus, trained_folder)
    monkeypatch.setattr(cache, "Runs", house.runs)
    monkeypatch.setattr(cache, "toy_corpus", lambda: small_corpus)
    forget()
    yield house
    forget()


def forget() -> None:
    """What all sessions of a process share must not outlive a test."""
    cache.runs.clear()
    cache.language_run.clear()
    cache.corpus.clear()


def open_app(query: dict[str, str]) -> AppTest:
    app = AppTest.from_file(APP, default_timeout=60)
    for name, value in query.items():
        app.query_params[name] = value
    return app.run()


@pytest.fixture
def opened(house: House) -> Open:
    """Open the app with query parameters."""
    return lambda **query: partial(open_app, query)()
