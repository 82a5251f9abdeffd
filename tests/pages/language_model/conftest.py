"""The Language model page over both models, which are trained once."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from model.corpus import Corpus
from model.runs.language_run import LanguageRun
from model.runs.run_state import Status
from model.training.config import TrainingConfig
from model.training.loop import train
from model.transformer.config import LanguageConfig
from tests.apptest.fixtures import AppSetup, open_page
from ui.language import language_runs

Page = Callable[..., AppTest]
TINY = TrainingConfig(steps=60, batch_size=32, label_smoothing=0.0)


class LanguageSetup:
    """The setup of the language models' training; change it before opening the page."""

    def __init__(self, corpus: Corpus, folder: Path) -> None:
        self.corpus, self.folder, self.trainer = corpus, folder, train

    def run(self, _: Any, config: LanguageConfig, *__: Any, **___: Any) -> LanguageRun:
        return LanguageRun(self.corpus, config, TINY, self.folder, self.trainer)


@pytest.fixture(scope="package")
def language_folder(small_corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder that holds both trained language models."""
    folder = tmp_path_factory.mktemp("language")
    language = LanguageSetup(small_corpus, folder)
    for is_causal in (True, False):
        assert language.run(None, LanguageConfig(is_causal=is_causal)).join(60).status is Status.TRAINED
    return folder


@pytest.fixture
def language(
    app_setup: AppSetup, small_corpus: Corpus, language_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> LanguageSetup:
    language = LanguageSetup(small_corpus, language_folder)
    monkeypatch.setattr(language_runs, "LanguageRun", language.run)
    return language


@pytest.fixture
def page(language: LanguageSetup) -> Page:
    """Open the page with query parameters."""

    def opened(**query: str) -> AppTest:
        app = open_page("pages/language_model.py", query)
        assert not app.exception
        return app

    return opened
