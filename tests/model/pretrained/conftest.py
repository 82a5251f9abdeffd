"""Tiny models of each family."""

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from model.pretrained.loading import PretrainedTranslator, load
from tests.model.pretrained.tiny_models import SAVE, save_tiny


@pytest.fixture(scope="session")
def tiny_folder(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The folder of a tiny model of a family."""

    @cache
    def save(family: str) -> Path:
        path = tmp_path_factory.mktemp("models") / f"tiny-{family}"
        save_tiny(family, path)
        return path

    return save


@pytest.fixture
def folder(tiny_folder: Callable[[str], Path], tmp_path: Path) -> Path:
    """A copy of a model's folder, to be damaged."""
    return Path(shutil.copytree(tiny_folder("bart"), tmp_path / "model"))


@pytest.fixture(params=SAVE)
def translator(request: pytest.FixtureRequest, tiny_folder: Callable[[str], Path]) -> PretrainedTranslator:
    """A tiny model of each family."""
    return load(tiny_folder(request.param))
