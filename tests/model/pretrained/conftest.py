"""Tiny models of each family."""

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


@pytest.fixture(params=SAVE)
def translator(request: pytest.FixtureRequest, tiny_folder: Callable[[str], Path]) -> PretrainedTranslator:
    """A tiny model of each family."""
    return load(tiny_folder(request.param))
