"""Models that were trained elsewhere on the Translate page, and what other pages say of them."""

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from model.pretrained.model_folder import open_folder
from model.transformer.kind import Kind
from tests.apptest.fixtures import ME, AppSetup, open_page
from tests.apptest.reading import html
from tests.model.pretrained.tiny_models import SAVE, save_tiny
from ui.runs import pretrained_runs
from ui.widgets import link_keys

SENTENCE = "the small cat sees a dog"


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a model of each family, and one that cannot be opened."""
    folder = tmp_path_factory.mktemp("models")
    for family in SAVE:
        save_tiny(family, folder / f"tiny-{family}")
    (folder / "other").mkdir()
    (folder / "other" / "config.json").write_text(json.dumps({"model_type": "bert"}))
    return folder


@pytest.fixture(autouse=True)
def _served(models: Path, app_setup: AppSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATTENTION_PLAYGROUND_MODELS", str(models))
    pretrained_runs._open.clear()


def open_model(family: str, **query: str) -> AppTest:
    app = open_page("", {link_keys.MODEL: f"tiny-{family}", "sentence": SENTENCE, **query})
    assert not app.exception
    return app


@pytest.mark.parametrize("family", SAVE)
def test_every_family_is_translated_with_its_own_layers_and_heads(family: str, models: Path) -> None:
    app = open_model(family)
    assert f"tiny-{family}" in html(app)
    assert "Generated" in html(app)
    assert not app.warning
    config = open_folder(models / f"tiny-{family}").model.config
    for kind in Kind:
        app = open_model(family, kind=kind.value)
        assert app.slider(link_keys.LAYER).max == config.count_layers(kind)
        assert app.slider(link_keys.HEAD).max == config.count_heads(kind)


def test_heads_are_switched_off_and_tokens_forced(models: Path) -> None:
    plain = open_model("t5")
    changed = open_model("t5", off="cross-1-2", forced="1-cat")
    assert "Before" in html(changed)
    assert "Before" not in html(plain)


@pytest.mark.parametrize("text", ["", " ", "\0", "</s>", "<script>alert(1)</script>", "é" * 400, "x " * 200, "🙂"])
def test_any_text_is_translated_or_invites_to_type(text: str) -> None:
    for family in SAVE:
        assert not open_model(family, sentence=text).exception


@pytest.mark.parametrize("name", ["other", "nowhere", "..", "../tiny-t5", "<b>", "/etc"])
def test_a_model_that_cannot_be_opened_is_said_and_the_run_is_shown(name: str) -> None:
    app = open_page("", {link_keys.MODEL: name})
    assert not app.exception
    assert len(app.warning) == 1
    assert "exact match" in html(app)


def test_without_a_folder_of_models_the_link_is_said_to_be_of_another_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ATTENTION_PLAYGROUND_MODELS")
    assert "not on this server" in open_page("", {link_keys.MODEL: "tiny-t5"}).warning[0].value


@pytest.mark.parametrize("page", ["pages/heads.py", "pages/attention.py", "pages/training.py"])
def test_other_pages_say_why_they_show_another_model(page: str) -> None:
    app = open_page(page, {link_keys.MODEL: "tiny-t5"}, ME)
    assert not app.exception
    assert any("trained elsewhere" in info.value for info in app.info)


def test_the_view_runs_offers_them() -> None:
    app = open_page("pages/training.py", {"view": "Runs"}, ME)
    assert not app.exception
    assert all(f"tiny-{family}" in html(app) for family in SAVE)
