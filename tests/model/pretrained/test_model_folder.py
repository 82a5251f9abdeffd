"""A folder that cannot be opened gets a sentence, and nothing in it is run."""

import json
import pickle
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from safetensors.torch import load_file, save_file

from model.pretrained import model_folder
from model.pretrained.model_folder import ModelFolderError, list_model_folders, open_folder

Tiny = Callable[[str], Path]


@pytest.fixture
def folder(tiny_folder: Tiny, tmp_path: Path) -> Path:
    """A copy of a model's folder, to be damaged."""
    return Path(shutil.copytree(tiny_folder("bart"), tmp_path / "model"))


def change_config(folder: Path, **values: object) -> None:
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | values))


def refuse(folder: Path) -> str:
    """Return why a folder is refused."""
    with pytest.raises(ModelFolderError) as refusal:
        open_folder(folder)
    return str(refusal.value)


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
    assert len(sentence) < 250


def test_pickled_weights_are_never_opened(folder: Path, tmp_path: Path) -> None:
    class Bomb:
        def __reduce__(self) -> tuple[object, tuple[object, ...]]:
            return Path.touch, (tmp_path / "exploded",)

    (folder / "model.safetensors").unlink()
    (folder / "pytorch_model.bin").write_bytes(pickle.dumps(Bomb()))
    assert "safetensors" in refuse(folder)
    assert not (tmp_path / "exploded").exists()


def test_code_of_the_folder_is_never_run(folder: Path, tmp_path: Path) -> None:
    code = f"from pathlib import Path\nPath({str(tmp_path / 'ran')!r}).touch()\n"
    (folder / "modeling_own.py").write_text(code)
    names = {"AutoModelForSeq2SeqLM": "modeling_own.Own", "AutoConfig": "modeling_own.OwnConfig"}
    change_config(folder, auto_map=names)
    open_folder(folder)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("n_bytes", [0, 7, 100, -1])
def test_truncated_weights(folder: Path, n_bytes: int) -> None:
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:n_bytes])
    assert "model cannot be read" in refuse(folder)


def test_missing_weights(folder: Path) -> None:
    path = folder / "model.safetensors"
    weights = load_file(path)
    del weights["model.decoder.layers.0.fc1.weight"]
    save_file(weights, path, {"format": "pt"})
    assert "lacks weights" in refuse(folder)


def test_weights_of_another_size(folder: Path) -> None:
    change_config(folder, encoder_ffn_dim=17)
    assert refuse(folder)


def test_a_missing_tokenizer(folder: Path) -> None:
    for path in folder.glob("tokenizer*"):
        path.unlink()
    assert "lacks its tokenizer" in refuse(folder)


def test_without_the_library_it_says_how_to_get_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "model.pretrained.loading", raising=False)
    monkeypatch.delattr("model.pretrained.loading", raising=False)
    monkeypatch.setitem(sys.modules, "transformers", None)
    assert "pip install -r requirements-models.txt" in refuse(folder)


def test_the_library_is_not_needed_to_look_for_models() -> None:
    assert "transformers" not in vars(model_folder)
