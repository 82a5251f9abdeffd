"""A folder that cannot be opened gets a sentence, and nothing in it is run."""

import json
import pickle
import shutil
import sys
from contextlib import suppress
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from model.pretrained import model_folder
from model.pretrained.model_folder import ModelFolderError, list_model_folders, open_folder
from model.transformer.kind import Kind
from tests.model.pretrained.refusing import Tiny, change_config, refuse


@pytest.fixture
def unpickled(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The files given to ``torch.load``, which fails."""
    found: list[object] = []

    def load(file: object, **_options: object) -> None:
        found.append(file)
        raise AssertionError

    monkeypatch.setattr(torch, "load", load)
    return found


def test_folders_with_a_model_are_listed(tiny_folder: Tiny, tmp_path: Path) -> None:
    for name in ("b", "a"):
        shutil.copytree(tiny_folder("t5"), tmp_path / name)
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").touch()
    assert [each.name for each in list_model_folders(tmp_path)] == ["a", "b"]
    assert list_model_folders(tmp_path / "nowhere") == []


@pytest.mark.parametrize("content", ["", "{", "[]", "3", "{}", "[" * 10_000, '{"model_type": ["t5"]}'])
def test_a_folder_without_a_readable_description(folder: Path, content: str) -> None:
    (folder / "config.json").write_text(content)
    assert "model holds no model" in refuse(folder) or "of the family" in refuse(folder)


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    assert "holds no model" in refuse(tmp_path / "nowhere")


@pytest.mark.parametrize("family", ["bert", "gpt2", "<script>", "x" * 500])
def test_a_model_of_another_family(folder: Path, family: str) -> None:
    change_config(folder, model_type=family)
    sentence = refuse(folder)
    assert "of the family" in sentence
    assert "marian" in sentence


class Bomb:
    """A pickle that makes a file when it is opened."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Path.touch, (self.path,)


def test_pickled_weights_are_never_opened(folder: Path, tmp_path: Path) -> None:
    (folder / "model.safetensors").unlink()
    (folder / "pytorch_model.bin").write_bytes(pickle.dumps(Bomb(tmp_path / "exploded")))
    assert "safetensors" in refuse(folder)
    assert not (tmp_path / "exploded").exists()


@pytest.mark.parametrize("has_weights", [False, True])
@pytest.mark.parametrize(
    "name",
    [
        "pytorch_model.bin", "../outside.safetensors", "sub/../../outside.safetensors", "nowhere.safetensors",
        ".safetensors/../pytorch_model.bin", "", "..", 3, ["x"], None,
    ],
)  # fmt: skip
def test_an_index_names_safetensors_of_its_folder_only(
    folder: Path, name: object, has_weights: bool, tmp_path: Path, unpickled: list[object]
) -> None:
    names = load_file(folder / "model.safetensors")
    (folder / "sub").mkdir()
    (folder / "pytorch_model.bin").write_bytes(pickle.dumps(Bomb(tmp_path / "exploded")))
    shutil.copy(folder / "model.safetensors", tmp_path / "outside.safetensors")
    if not has_weights:
        (folder / "model.safetensors").rename(folder / "other.safetensors")
    index = {"metadata": {}, "weight_map": dict.fromkeys(names, name)}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    assert "model.safetensors.index.json of model" in refuse(folder)
    assert unpickled == []
    assert not (tmp_path / "exploded").exists()


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"weight_map": []}', '{"weight_map": {}}'])
def test_a_damaged_index(folder: Path, content: str) -> None:
    (folder / "model.safetensors.index.json").write_text(content)
    assert refuse(folder)


def test_weights_in_several_files(folder: Path) -> None:
    weights = list(load_file(folder / "model.safetensors").items())
    (folder / "model.safetensors").unlink()
    parts = {"a.safetensors": dict(weights[::2]), "b.safetensors": dict(weights[1::2])}
    for name, part in parts.items():
        save_file(part, folder / name, {"format": "pt"})
    index = {"metadata": {}, "weight_map": {key: name for name, part in parts.items() for key in part}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    assert open_folder(folder).model.config.count_heads(Kind.CROSS) == 4


@pytest.mark.parametrize("name", ["adapter_model.bin", "pytorch_model.bin", "../outside.safetensors"])
def test_a_description_names_no_other_weights(folder: Path, name: str, tmp_path: Path, unpickled: list[object]) -> None:
    for path in (folder / "adapter_model.bin", folder / "pytorch_model.bin", tmp_path / "outside.safetensors"):
        path.write_bytes(pickle.dumps(Bomb(tmp_path / "exploded")))
    (folder / "adapter_config.json").write_text(json.dumps({"base_model_name_or_path": str(tmp_path)}))
    change_config(folder, transformers_weights=name)
    with suppress(ModelFolderError):
        open_folder(folder)
    assert unpickled == []
    assert not (tmp_path / "exploded").exists()


def test_code_of_the_folder_is_never_run(folder: Path, tmp_path: Path) -> None:
    code = f"from pathlib import Path\nPath({str(tmp_path / 'ran')!r}).touch()\n"
    (folder / "own.py").write_text(code)
    (folder / "custom_generate").mkdir()
    (folder / "custom_generate" / "generate.py").write_text(code)
    change_config(folder, auto_map={"AutoModelForSeq2SeqLM": "own.Own", "AutoConfig": "own.OwnConfig"})
    change_config(folder, "tokenizer_config.json", auto_map={"AutoTokenizer": ["own.Slow", "own.Fast"]})
    open_folder(folder)
    assert not (tmp_path / "ran").exists()


def test_without_the_library_it_says_how_to_get_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "model.pretrained.loading", raising=False)
    monkeypatch.delattr("model.pretrained.loading", raising=False)
    monkeypatch.setitem(sys.modules, "transformers", None)
    assert "pip install -r requirements-models.txt" in refuse(folder)


def test_a_library_that_cannot_be_imported_is_not_said_to_be_missing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("model.pretrained.loading", raising=False)
    monkeypatch.setitem(sys.modules, "model.pretrained.loading", None)
    assert "is installed, but it cannot be imported" in refuse(folder)


def test_the_library_is_not_needed_to_look_for_models() -> None:
    assert "transformers" not in vars(model_folder)
