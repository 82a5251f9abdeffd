"""The benchmark of keystrokes."""

import contextlib
from pathlib import Path

import pytest

from benchmarks.keystroke import require_training
from model.corpus import toy_corpus
from model.runs.run_description import RunDescription
from model.runs.run_folder import RunFolder
from model.runs.run_state import Status
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig


@pytest.mark.parametrize("status", Status)
def test_a_training_that_failed_or_did_not_begin_is_no_load(tmp_path: Path, status: Status) -> None:
    folder = RunFolder(tmp_path / "runs" / "x")
    description = RunDescription.of(toy_corpus(train=2, held_out=1), ModelConfig(), TrainingConfig())
    folder.write_description(description.with_status(status))
    (folder.path / "step-0000000.safetensors").touch()
    with pytest.raises(RuntimeError, match="nothing was trained"):
        require_training(tmp_path)
    (folder.path / "step-0000001.safetensors").touch()
    is_load = status is Status.TRAINING
    with contextlib.nullcontext() if is_load else pytest.raises(RuntimeError, match="nothing was trained"):
        require_training(tmp_path)
