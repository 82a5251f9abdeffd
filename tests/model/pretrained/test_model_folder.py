"""A folder that cannot be opened gets a sentence, and nothing in it is run."""

import json
import pickle
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import MarianConfig, MarianMTModel

from model.pretrained import model_folder
from model.pretrained.model_folder import ModelFolderError, list_model_folders, open_folder
from model.transformer.kind import Kind
from tests.model.pretrained.tiny_models import SAVE

Tiny = Callable[[str], Path]


@pytest.fixture
def folder(tiny_folder: Tiny, tmp_path: Path) -> Path:
    """A copy of a model's folder, to be damaged."""
    return Path(shutil.copytree(tiny_folder("bart"), tmp_path / "model"))


def change_config(folder: Path, name: str = "config.json", **values: object) -> None:
    path = folder / name
    path.write_text(json.dumps(json.loads(path.read_text()) | values))


@pytest.fixture
def unpickled(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The files given to ``torch.load``, which fails."""
    found: list[object] = []

    def load(file: object, **_options: object) -> None:
        found.append(file)
        raise AssertionError

    monkeypatch.setattr(torch, "load", load)
    return found


def refuse(folder: Path) -> str:
    """Return why a folder is refused: one sentence, with its name and without its path."""
    with pytest.raises(ModelFolderError) as refusal:
        open_folder(folder)
    sentence = str(refusal.value)
    assert str(folder.parent) not in sentence
    assert "\n" not in sentence
    assert len(sentence) < 250
    return sentence


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


@pytest.mark.parametrize("n_bytes", [0, 7, 100, -1])
def test_truncated_weights(folder: Path, n_bytes: int) -> None:
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:n_bytes])
    assert "weights of model cannot be read" in refuse(folder)


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


@pytest.mark.parametrize("family", SAVE)
def test_truncated_files(family: str, tiny_folder: Tiny, tmp_path: Path) -> None:
    for path in tiny_folder(family).iterdir():
        if path.name == "README.md":
            continue
        for share in (0, 0.5, 0.99):
            folder = Path(shutil.copytree(tiny_folder(family), tmp_path / f"{path.name}-{share}" / "model"))
            (folder / path.name).write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])
            if path.name not in UNREAD:
                refuse(folder)


UNREAD = ("special_tokens_map.json", "source.spm", "target.spm")


@pytest.mark.parametrize("value", [[], [[]], 10**6, -3, "x", 1.5, True, {"a": 1}])
@pytest.mark.parametrize(
    "name",
    ["decoder_start_token_id", "eos_token_id", "forced_bos_token_id", "suppress_tokens", "bad_words_ids"],
)
def test_a_setting_that_names_no_token(folder: Path, name: str, value: object) -> None:
    change_config(folder, "generation_config.json", **{name: value})
    is_empty = value == [] or (value == [[]] and name != "suppress_tokens")
    if is_empty and name not in ("decoder_start_token_id", "eos_token_id"):
        assert open_folder(folder), "none is needed"
    else:
        refuse(folder)


@pytest.mark.parametrize("name", ["decoder_start_token_id", "eos_token_id"])
def test_a_first_or_last_token_that_is_not_named(folder: Path, name: str) -> None:
    change_config(folder, "generation_config.json", **{name: None, "bos_token_id": None})
    assert "first" in refuse(folder)


@pytest.mark.parametrize("values", [{"repetition_penalty": "x"}, {"no_repeat_ngram_size": "x"}, {"min_length": [1]}])
def test_a_setting_of_another_type(folder: Path, values: dict[str, object]) -> None:
    change_config(folder, "generation_config.json", **values)
    refuse(folder)


@pytest.mark.parametrize("value", [-1, 0, 1, 10**6, "x", None, 1.5, [], 10**30])
@pytest.mark.parametrize("name", ["encoder_layers", "decoder_layers", "decoder_attention_heads", "vocab_size"])
def test_sizes_that_are_not_those_of_the_weights(folder: Path, name: str, value: object) -> None:
    change_config(folder, **{name: value})
    if (name, value) == ("decoder_attention_heads", 1):
        assert open_folder(folder), "weights do not tell the number of heads"
    else:
        refuse(folder)


def test_fewer_layers_than_weights(tiny_folder: Tiny, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(tiny_folder("t5"), tmp_path / "model"))
    change_config(folder, num_layers=1)
    assert "does not describe" in refuse(folder)


def test_too_few_positions(tiny_folder: Tiny, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(tiny_folder("marian"), tmp_path / "model"))
    change_config(folder, max_position_embeddings=20)
    assert "reads 20 tokens at most" in refuse(folder)


def test_a_vocabulary_for_each_language(tiny_folder: Tiny, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(tiny_folder("marian"), tmp_path / "model"))
    change_config(folder, "tokenizer_config.json", separate_vocabs=True)
    shutil.copy(folder / "vocab.json", folder / "target_vocab.json")
    assert "only a common one can be read" in refuse(folder)


def test_embeddings_of_more_tokens_than_are_generated(tiny_folder: Tiny, tmp_path: Path) -> None:
    config = MarianConfig.from_pretrained(tiny_folder("marian"))
    config.decoder_vocab_size, config.share_encoder_decoder_embeddings = config.vocab_size + 1, False
    folder = Path(shutil.copytree(tiny_folder("marian"), tmp_path / "model"))
    MarianMTModel(config).save_pretrained(folder)
    assert "only a common one can be read" in refuse(folder)


def test_weights_that_are_not_finite(folder: Path) -> None:
    weights = load_file(folder / "model.safetensors")
    weights["model.decoder.layers.0.fc1.weight"][:] = torch.nan
    save_file(weights, folder / "model.safetensors", {"format": "pt"})
    assert "not finite" in refuse(folder)


def test_ids_of_a_vocabulary_that_are_texts(tiny_folder: Tiny, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(tiny_folder("marian"), tmp_path / "model"))
    path = folder / "vocab.json"
    path.write_text(json.dumps({token: str(id_) for token, id_ in json.loads(path.read_text()).items()}))
    refuse(folder)


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
