"""Models that were trained elsewhere on the Translate page, and what other pages say of them."""

import json
import re
import shutil
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest
from safetensors.torch import load_file, save_file
from streamlit.testing.v1 import AppTest

from model.data.typed_sentence import read_sentence
from model.inference.greedy_decoding import translate
from model.inference.translation import Translation
from model.pretrained.model_folder import ModelFolderError, open_folder, read_versions
from model.storage.cache_folders import MODELS_VARIABLE
from model.transformer.kind import Kind
from tests.apptest.fixtures import ME, AppSetup, open_page
from tests.apptest.reading import chart, chips, html
from tests.model.pretrained.tiny_models import SAVE, save_tiny
from ui.runs import pretrained_runs
from ui.translate import translation_view
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
    monkeypatch.setenv(MODELS_VARIABLE, str(models))


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


@pytest.mark.parametrize("family", SAVE)
def test_a_token_is_forced(family: str, models: Path) -> None:
    record = translate_with(models / f"tiny-{family}")
    other = next(each.token for each in record.steps[1].candidates if each.token not in record.vocabulary_tokens)
    plain, changed = (chips(open_model(family, **more), "Generated") for more in ({}, {"forced": f"2-{other}"}))
    assert plain == [*record.words, *["·"] * record.is_complete]
    assert (changed[0], changed[1].removeprefix("‧")) == (plain[0], other.removeprefix("‧"))
    assert "forced" in html(open_model(family, forced=f"2-{other}"))


def test_a_head_is_switched_off() -> None:
    changed = open_model("t5", off="cross-1-2", kind="cross", layer="1", head="2", mean="false")
    assert "Before" in html(changed)
    assert "Before" not in html(open_model("t5"))


@pytest.mark.parametrize("kind", Kind)
def test_a_head_is_drawn_as_lines(kind: Kind, models: Path) -> None:
    record = translate_with(models / "tiny-marian")
    app = open_model("marian", kind=kind.value, layer="1", head="1", mean="false", drawn_as="lines")
    figure = chart(app)
    (points,), shapes = figure["data"], figure["layout"]["shapes"]
    assert len(points["y"]) == len(record.queries(kind)) + len(record.keys(kind))
    ends = {tuple(map(int, re.findall(r"M0,(\d+)L1,(\d+)", path)[0])) for path in split_paths(shapes)}
    weights = np.nan_to_num(record.maps.head(kind, 0, 0))
    assert ends == {(int(row), int(column)) for row, column in np.argwhere(weights >= 0.05)}


def split_paths(shapes: list[dict[str, str]]) -> list[str]:
    return [f"M{line}" for shape in shapes for line in shape["path"].split("M") if line]


def translate_with(folder: Path) -> Translation:
    translator = open_folder(folder)
    sentence = read_sentence(SENTENCE, translator.source)
    return translate(translator, sentence.words, texts=sentence.texts)


def test_the_page_says_why_there_is_no_calculation() -> None:
    assert "calculates with models of this app only" in html(open_model("bart"))


def test_a_folder_whose_weights_change_is_opened_anew(
    models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "tiny-bart"
    shutil.copytree(models / "tiny-bart", folder)
    monkeypatch.setenv(MODELS_VARIABLE, str(tmp_path))
    before = chips(open_model("bart"), "Generated")
    weights = load_file(folder / "model.safetensors")
    save_file({name: each.flip(0) for name, each in weights.items()}, folder / "model.safetensors", {"format": "pt"})
    after = chips(open_model("bart"), "Generated")
    assert before != after
    assert after == list(translate_with(folder).target)


def test_a_text_in_a_script_without_spaces_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translation_view, "write_translation", lambda *_: "字" * 40)
    assert f"<bdi>{'字' * 40}</bdi>" in html(open_model("bart"))


def test_settings_that_change_are_read_anew(models: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(models / "tiny-bart", tmp_path / "tiny-bart"))
    before = read_versions(folder)
    assert read_versions(folder) == before
    (folder / "generation_config.json").write_text(json.dumps({"no_repeat_ngram_size": 2}))
    assert read_versions(folder) != before


def test_a_model_that_cannot_be_opened_is_tried_once(
    models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(models / "tiny-t5", tmp_path / "tiny-t5")
    monkeypatch.setenv(MODELS_VARIABLE, str(tmp_path))
    tried = []

    def fail(folder: Path) -> NoReturn:
        tried.append(folder)
        raise ModelFolderError("Its weights are not finite.")

    monkeypatch.setattr(pretrained_runs, "open_folder", fail)
    app = open_page("", {link_keys.MODEL: "tiny-t5"})
    app.run()
    assert [each.value for each in app.warning] == ["Its weights are not finite\\."]
    assert len(tried) == 1


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
    monkeypatch.delenv(MODELS_VARIABLE)
    assert "not on this server" in open_page("", {link_keys.MODEL: "tiny-t5"}).warning[0].value


@pytest.mark.parametrize("page", ["pages/heads.py", "pages/attention.py", "pages/training.py"])
def test_other_pages_say_why_they_show_another_model(page: str) -> None:
    app = open_page(page, {link_keys.MODEL: "tiny-t5"}, ME)
    assert not app.exception
    assert any("trained elsewhere" in info.value for info in app.info)


@pytest.mark.parametrize("page", ["pages/heads.py", "pages/attention.py", "pages/training.py"])
def test_other_pages_say_that_the_model_of_a_link_is_missing(page: str) -> None:
    assert "not on this server" in open_page(page, {link_keys.MODEL: "nowhere"}, ME).warning[0].value
    assert not open_page(page, {}, ME).warning


def test_the_view_runs_offers_them() -> None:
    app = open_page("pages/training.py", {"view": "Runs"}, ME)
    assert not app.exception
    assert all(f"<b><bdi>tiny-{family}</bdi></b><span>family {family}</span>" in html(app) for family in SAVE)


def test_the_view_runs_says_why_one_cannot_be_opened() -> None:
    app = open_page("pages/training.py", {"view": "Runs"}, ME)
    assert "other is a model of the family &#x27;bert&#x27;; only encoder-decoders" in html(app)
    labels = [link.proto.label for link in app.get("page_link")]
    assert labels.count("Translate with it") == len(SAVE)
