"""The page without a browser, over a small model that is trained once for all tests of this folder."""

import functools
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from model.corpus import Corpus, toy_corpus
from model.runs.registry import RunRegistry
from model.training.config import TrainingConfig
from model.training.loop import Trainer, train
from model.transformer.config import ModelConfig
from tests.typechecker import unchecked
from ui.runs import cache, run_keys
from ui.training import run_import
from ui.widgets import map_view

APP = Path(__file__).parents[2] / "app.py"
TINY = TrainingConfig(steps=60, batch_size=32)
ME, SOMEBODY = "a" * 32, "b" * 32  # visitors
Open = Callable[..., AppTest]


@dataclass
class House:
    """What the app is opened with: change it before opening."""

    corpus: Corpus
    folder: Path
    trainer: Trainer = field(default=train)

    def runs(self, *_: Any) -> RunRegistry:
        return RunRegistry(self.folder / "runs", self.corpus, ModelConfig(n_layers=2, n_heads=4), TINY, self.trainer)


@pytest.fixture(scope="session", autouse=True)
def _components_are_looked_for_once() -> Iterator[None]:
    """At every run AppTest reads through all installed packages for components, which takes longer than the page."""
    with pytest.MonkeyPatch.context() as patch:
        once = functools.cache(manifest_scanner.scan_component_manifests)
        patch.setattr(manifest_scanner, "scan_component_manifests", once)
        yield


@pytest.fixture(autouse=True)
def _shapes_are_checked_elsewhere() -> Iterator[None]:
    """A page draws what the tests of model and figures have checked, and draws it often."""
    with unchecked():
        yield


@pytest.fixture(scope="session")
def small_corpus() -> Corpus:
    return toy_corpus(seed=1, train=2000, held_out=40)


@pytest.fixture(scope="session")
def trained_folder(small_corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder that holds a trained model."""
    folder = tmp_path_factory.mktemp("trained")
    assert not House(small_corpus, folder).runs().open_default().join(60).error
    return folder


@pytest.fixture
def house(
    small_corpus: Corpus, trained_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[House]:
    house = House(small_corpus, trained_folder)
    monkeypatch.setenv("ATTENTION_PLAYGROUND_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(map_view, "FIRST_THINGS_FIRST", 0.0)
    monkeypatch.setattr(cache, "RunRegistry", house.runs)
    monkeypatch.setattr(cache, "toy_corpus", lambda: small_corpus)
    forget()
    yield house
    forget()


def forget() -> None:
    """What all sessions of a process share must not outlive a test."""
    cache.runs.clear()
    cache.shelves.clear()
    cache.language_run.clear()
    cache.corpus.clear()


@pytest.fixture
def own_house(house: House, trained_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """A house whose runs may be added to and deleted, with no runs of the command line beside it."""
    house.folder = tmp_path / "own"
    shutil.copytree(trained_folder, house.folder)
    monkeypatch.setattr(run_import, "MADE", tmp_path / "made")
    return house


def open_page(script: str, query: Mapping[str, str], visitor: str = "") -> AppTest:
    """Open a page with query parameters, as the first one of a visit; a visitor who has been here before is known."""
    app = AppTest.from_file(APP, default_timeout=60)
    if script:
        app.switch_page(script)
    if visitor:
        app.session_state[run_keys.VISITOR] = visitor
    for name, value in query.items():
        app.query_params[name] = value
    return app.run()


def open_training(view: str, visitor: str = ME, **query: str) -> AppTest:
    """Open a view of the training page as a visitor who has been here before."""
    return open_page("pages/training.py", {"view": view, **query}, visitor)


@pytest.fixture
def opened(house: House) -> Open:
    """Open the app with query parameters."""
    return lambda **query: open_page("", query)
