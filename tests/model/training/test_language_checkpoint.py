"""Checkpoints of language models keep their format and round-trip."""

import json
import math
from pathlib import Path

import pytest
import torch
from safetensors import safe_open

from model.corpus import Corpus
from model.training.config import TrainingConfig
from model.training.language_checkpoint import load_language_checkpoint, save_language_checkpoint
from model.training.language_task import LanguageTask
from model.training.loop import train
from model.training.snapshot import LanguageSnapshot
from model.training.tensor_file import CheckpointError, write_tensors
from model.transformer.config import LanguageConfig

SMALL = LanguageConfig(n_layers=1, n_heads=2, d_model=16, d_ff=16, is_causal=False)


@pytest.fixture(scope="module")
def snapshot(small_corpus: Corpus) -> LanguageSnapshot:
    *_, last = train(LanguageTask(small_corpus, SMALL), TrainingConfig(steps=5, batch_size=16, device="cpu"))
    return last.snapshot()


def test_the_file_has_the_keys_of_its_format(snapshot: LanguageSnapshot, tmp_path: Path) -> None:
    path = tmp_path / "language.safetensors"
    save_language_checkpoint(snapshot, path)
    with safe_open(path, framework="pt") as file:
        metadata = file.metadata()
    assert metadata.pop("format") == "attention-playground-language-1"
    values = {name: json.loads(value) for name, value in metadata.items()}
    assert values.keys() == {"model_config", "words", "step", "evaluation", "losses"}
    assert values["evaluation"].keys() == {"loss", "grammatical", "n_sentences", "n_written"}
    assert [losses["step"] for losses in values["losses"]] == [0, 1, 2, 5]
    assert all(losses.keys() == {"step", "training_loss", "held_out_loss"} for losses in values["losses"])


def test_a_snapshot_comes_back_equal_but_for_earlier_scores(snapshot: LanguageSnapshot, tmp_path: Path) -> None:
    path = tmp_path / "language.safetensors"
    save_language_checkpoint(snapshot, path)
    back = load_language_checkpoint(path)
    assert (back.step, back.evaluation) == (snapshot.step, snapshot.evaluation)
    for old, new in zip(snapshot.learning_curve[1:-1], back.learning_curve[1:-1], strict=True):
        assert (new.step, new.loss, new.evaluation.loss) == (old.step, old.loss, old.evaluation.loss)
        assert math.isnan(new.evaluation.grammatical)
        assert new.evaluation.n_generated == 0
    assert back.text_generator.model.config == SMALL
    weights = snapshot.text_generator.model.state_dict()
    assert all(torch.equal(x, weights[name]) for name, x in back.text_generator.model.state_dict().items())
    assert not back.text_generator.model.training
    again = tmp_path / "again.safetensors"
    save_language_checkpoint(back, again)
    with safe_open(path, framework="pt") as first, safe_open(again, framework="pt") as second:
        assert second.metadata() == first.metadata()


@pytest.mark.parametrize("losses", [[], [{"step": 2, "training_loss": 1.0, "held_out_loss": 1.0}]])
def test_a_curve_that_does_not_end_at_the_step_is_refused(
    losses: list[dict[str, float]], snapshot: LanguageSnapshot, tmp_path: Path
) -> None:
    path = tmp_path / "language.safetensors"
    save_language_checkpoint(snapshot, path)
    with safe_open(path, framework="pt") as file:
        metadata = file.metadata()
        tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 (not a mapping)
    values = {name: json.loads(value) for name, value in metadata.items() if name != "format"}
    write_tensors(tensors, metadata["format"], values | {"losses": losses}, path)
    with pytest.raises(CheckpointError, match="does not end at its step"):
        load_language_checkpoint(path)
