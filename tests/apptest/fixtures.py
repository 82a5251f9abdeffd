"""Fixtures of the page tests: pages run in AppTest, over a small model that is trained once."""

import functools
import os
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from weakref import WeakSet

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from model.corpus import Corpus, toy_corpus
from model.runs import background_run, training_threads
from model.runs.background_run import BackgroundRun
from model.runs.registry import RunRegistry
from model.runs.run_state import Status
from model.training.config import TrainingConfig
from model.training.loop import Trainer, train
from model.transformer.config import ModelConfig
from tests.paced_trainer import Pace, wait_until
from tests.typechecker import unchecked
from ui.language.language_runs import open_run
from ui.runs import registry, run_keys
from ui.runs.registry import get_registry, get_toy_corpus
from ui.runs.visitor_runs import get_run_lists
from ui.training import run_import
from ui.translate import scored_overview

APP = Path(__file__).parents[2] / "app.py"
TINY = TrainingConfig(steps=60, batch_size=32)
ME, SOMEBODY = "a" * 32, "b" * 32  # visitors
Open = Callable[..., AppTest]


@dataclass
class AppSetup:
    """Corpus, cache folder and trainer of the app under test; change them before opening a page."""

    corpus: Corpus
    folder: Path
    trainer: Trainer = field(default=train)

    def runs(self, *_: Any) -> RunRegistry:
        return RunRegistry(self.folder / "runs", self.corpus, ModelConfig(n_layers=2, n_heads=4), TINY, self.trainer)


@pytest.fixture(scope="session", autouse=True)
def _components_are_looked_for_once() -> Iterator[None]:
    """Cache the search of AppTest for components, which takes longer than the page."""
    with pytest.MonkeyPatch.context() as patch:
        once = functools.cache(manifest_scanner.scan_component_manifests)
        patch.setattr(manifest_scanner, "scan_component_manifests", once)
        yield


@pytest.fixture(autouse=True)
def _shapes_are_checked_elsewhere() -> Iterator[None]:
    """Switch shape checks off: the tests of model and figures run them, and pages draw the same arrays often."""
    with unchecked():
        yield


@pytest.fixture(scope="session")
def small_corpus() -> Corpus:
    return toy_corpus(seed=2, train=6000, held_out=40)  # enough for every word that tests type


@pytest.fixture(scope="session")
def trained_folder(small_corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder that holds a trained model; tests work on copies."""
    folder = tmp_path_factory.mktemp("trained")
    assert AppSetup(small_corpus, folder).runs().open_default().join(170).status is Status.TRAINED
    return folder


@pytest.fixture
def app_setup(
    small_corpus: Corpus, trained_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[AppSetup]:
    linked = shutil.copytree(
        trained_folder, tmp_path / "linked", copy_function=os.link, ignore=shutil.ignore_patterns("*.lock")
    )
    app_setup = AppSetup(small_corpus, linked)
    monkeypatch.setenv("ATTENTION_PLAYGROUND_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(scored_overview, "DELAY", 0.0)
    monkeypatch.setattr(registry, "RunRegistry", app_setup.runs)
    monkeypatch.setattr(registry, "open_toy_corpus", lambda _: small_corpus)
    started: WeakSet[BackgroundRun] = WeakSet()

    def start_thread(train: Callable[[], None]) -> threading.Thread:
        started.add(train.__self__)
        return training_threads.start_thread(train)

    monkeypatch.setattr(background_run, "start_thread", start_thread)
    forget()
    yield app_setup
    for run in tuple(started):
        run.stop()
    wait_until(lambda: not any(run.is_busy for run in tuple(started)))
    forget()


def forget() -> None:
    """Clear the caches that all sessions of a process share."""
    get_registry.clear()
    get_run_lists.clear()
    open_run.clear()
    get_toy_corpus.clear()


@pytest.fixture
def training_app_setup(app_setup: AppSetup, tmp_path: Path) -> Iterator[AppSetup]:
    """A setup whose model stays one step before the end of its training."""
    app_setup.folder, pace = tmp_path / "empty", Pace(may_take=TINY.steps - 1)
    app_setup.trainer = pace
    get_registry()
    pace.until(TINY.steps - 1)
    yield app_setup
    pace.let(TINY.steps)
    get_registry().open_default().join(60)


@pytest.fixture
def writable_app_setup(
    app_setup: AppSetup, trained_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AppSetup:
    """A setup whose files may be changed in place; there are no runs of the command line."""
    app_setup.folder = tmp_path / "own"
    shutil.copytree(trained_folder, app_setup.folder)
    monkeypatch.setattr(run_import, "COMMAND_LINE_RUNS", tmp_path / "made")
    return app_setup


def open_page(script: str, query: Mapping[str, str], visitor: str = "") -> AppTest:
    """Open a page with query parameters in a new session, of a known visitor if one is named."""
    app = AppTest.from_file(APP, default_timeout=60)
    if script:
        app.switch_page(script)
    if visitor:
        app.session_state[run_keys.VISITOR] = visitor
    for name, value in query.items():
        app.query_params[name] = value
    return app.run()


def show_last_step(app: AppTest) -> AppTest:
    """Show the step of ``<eos>``, to which a map has no blank rows."""
    slider = app.slider("step")
    return slider.set_value(int(slider.max)).run()


def open_training(view: str, visitor: str = ME, **query: str) -> AppTest:
    """Open a view of the Training page as a known visitor."""
    return open_page("pages/training.py", {"view": view, **query}, visitor)


@pytest.fixture
def opened(app_setup: AppSetup) -> Open:
    """Open the app with query parameters."""
    return lambda **query: open_page("", query)


@pytest.fixture
def attention_page(app_setup: AppSetup) -> Open:
    """Open the Attention page with query parameters."""

    def open_attention(**query: str) -> AppTest:
        app = open_page("pages/attention.py", query)
        assert not app.exception
        return app

    return open_attention


@pytest.fixture
def new_run_page(writable_app_setup: AppSetup) -> Open:
    """Open the view that starts a training with query parameters, as a visitor without runs."""

    def open_new_run(**query: str) -> AppTest:
        app = open_training(**{"view": "New", **query})
        assert not app.exception
        return app

    return open_new_run
