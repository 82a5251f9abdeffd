"""The folders of runs and models are those that the documented variables name."""

from pathlib import Path

import platformdirs
import pytest

from model.storage.cache_folders import cache_folder, models_folder, runs_folder

README = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
CACHE, MODELS = "ATTENTION_PLAYGROUND_CACHE", "ATTENTION_PLAYGROUND_MODELS"


def test_a_variable_names_each_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert f"`{CACHE}`" in README
    assert f"\n{MODELS}=path/to/models make run" in README
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))
    monkeypatch.setenv(MODELS, str(tmp_path / "models"))
    assert cache_folder() == tmp_path / "cache"
    assert runs_folder() == tmp_path / "cache" / "runs"
    assert models_folder() == tmp_path / "models"


def test_without_them_runs_are_in_the_cache_of_the_user_and_there_are_no_models(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name, **_: tmp_path / name)
    for value in ("", None):
        for name in (CACHE, MODELS):
            monkeypatch.delenv(name, raising=False) if value is None else monkeypatch.setenv(name, value)
        assert cache_folder() == tmp_path / "attention-playground"
        assert models_folder() is None
