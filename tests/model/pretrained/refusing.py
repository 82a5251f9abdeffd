"""Changes to a model's folder, and what is said of one that cannot be opened."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from model.pretrained.model_folder import ModelFolderError, open_folder

Tiny = Callable[[str], Path]


def change_config(folder: Path, name: str = "config.json", **values: object) -> None:
    path = folder / name
    path.write_text(json.dumps(json.loads(path.read_text()) | values))


def refuse(folder: Path) -> str:
    """Return why a folder is refused: one sentence, with its name and without its path."""
    with pytest.raises(ModelFolderError) as refusal:
        open_folder(folder)
    sentence = str(refusal.value)
    assert str(folder.parent) not in sentence
    assert "\n" not in sentence
    assert len(sentence) < 250
    return sentence
