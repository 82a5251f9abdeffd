"""Weights, sizes and tokenizers that are damaged, or do not fit each other, are refused."""

import json
import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import MarianConfig, MarianMTModel

from model.pretrained.model_folder import open_folder
from tests.model.pretrained.refusing import Tiny, change_config, refuse
from tests.model.pretrained.tiny_models import SAVE


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
