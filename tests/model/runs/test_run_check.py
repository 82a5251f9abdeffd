"""A run is whole, of one training and of limited size, or refused."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from torch import Tensor

from model.corpus import Corpus
from model.runs import run_check
from model.runs.run_check import MAX_HEADS, MAX_LAYERS, check_run
from model.runs.run_description import RunDescription
from model.runs.run_file import RunFolderError
from model.runs.run_folder import DESCRIPTION, HELD_OUT, TRAIN, RunFolder
from model.runs.training_run import TrainingRun
from model.training.config import TrainingConfig
from model.training.loop import train
from model.training.training_state import TrainingState
from model.training.translation_task import TranslationTask
from tests.model.runs.archive.packing import NEWEST, SHORT, SMALL, trained

ONE = TrainingConfig(steps=1, batch_size=4, device="cpu")


@pytest.fixture(scope="module")
def whole(written: Corpus, tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    return trained(written, tmp_path_factory.mktemp("run") / "x", keeps_corpus=True)


@pytest.fixture
def folder(whole: RunFolder, tmp_path: Path) -> RunFolder:
    """A copy of the run that a test may change."""
    return RunFolder(shutil.copytree(whole.path, tmp_path / "copy"))


def refused(folder: RunFolder) -> str:
    with pytest.raises(RunFolderError) as error:
        check_run(folder, [], is_limited=True)
    return str(error.value)


def test_a_whole_run_is_described(folder: RunFolder) -> None:
    assert check_run(folder, [], is_limited=True) == folder.read_description()


@pytest.mark.parametrize("sizes", [{"n_layers": 7}, {"n_heads": 32, "d_model": 32}])
def test_a_model_with_too_many_attention_maps_is_refused(
    written: Corpus, tmp_path: Path, sizes: dict[str, int]
) -> None:
    folder, description = RunFolder(tmp_path / "large"), RunDescription.of(written, replace(SMALL, **sizes), ONE)
    TrainingRun(written, description, folder, keeps_corpus=True).join(60)
    assert "the limit is 6 layers of 16 heads" in refused(folder)
    assert check_run(folder, [], is_limited=False).model == description.model


def test_a_model_with_the_most_attention_maps_is_not_refused(written: Corpus, tmp_path: Path) -> None:
    largest = replace(SMALL, n_layers=MAX_LAYERS, n_heads=MAX_HEADS)
    folder = RunFolder(tmp_path / "large")
    TrainingRun(written, RunDescription.of(written, largest, ONE), folder, keeps_corpus=True).join(60)
    assert check_run(folder, [], is_limited=True).model == largest


def test_sentences_it_was_not_trained_on_are_refused(folder: RunFolder) -> None:
    train = folder.path / TRAIN
    train.write_bytes(train.read_bytes() + b"a dog\tun chien\n")
    assert "not the one it was trained on" in refused(folder)


@pytest.mark.parametrize("missing", [HELD_OUT, TRAIN, DESCRIPTION])
def test_a_run_without_one_of_its_parts_is_refused(folder: RunFolder, missing: str) -> None:
    (folder.path / missing).unlink()
    assert refused(folder)


def test_a_known_corpus_may_be_missing(folder: RunFolder, written: Corpus) -> None:
    (folder.path / TRAIN).unlink()
    assert "its training corpus is missing" in refused(folder)
    assert check_run(folder, [written.digest], is_limited=True)


def test_weights_of_another_step_or_none_are_refused(folder: RunFolder) -> None:
    swapped = folder.path / "step-0000005.safetensors"
    shutil.copy(folder.path / NEWEST, swapped)
    assert "another training" in refused(folder)
    for path in folder.path.glob("step-*"):
        path.unlink()
    assert "no weights" in refused(folder)


@pytest.fixture(scope="module")
def reports(written: Corpus) -> dict[int, TrainingState]:
    """The state at each report of the training of the run."""
    return {report.step: report.state() for report in train(TranslationTask(written, SMALL), SHORT)}


@pytest.fixture
def unfinished(folder: RunFolder) -> RunFolder:
    """A run that was stopped at step 5."""
    (folder.path / NEWEST).unlink()
    assert folder.steps[-1] == 5
    return folder


def keep_state(folder: RunFolder, state: TrainingState) -> None:
    folder.save_state(state, folder.read_description().training_digest)


@pytest.mark.parametrize("step", [0, 2, 5])
def test_a_state_of_an_earlier_step_is_not_refused(
    unfinished: RunFolder, reports: dict[int, TrainingState], step: int
) -> None:
    keep_state(unfinished, reports[step])
    assert check_run(unfinished, [], is_limited=True)


def test_a_state_of_the_last_step_needs_its_weights(folder: RunFolder, reports: dict[int, TrainingState]) -> None:
    keep_state(folder, reports[6])
    assert check_run(folder, [], is_limited=True)
    (folder.path / NEWEST).unlink()
    assert "of the last step, whose weights are missing" in refused(folder)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda name, x: x[:1] if x.dim() and name.startswith("weight.") else x, "a model of another size"),
        (lambda name, x: None if name.startswith("moment.") else x, "lacks the moments"),
        (lambda _, x: x.long(), "not floating-point"),
        (lambda _, x: x > 0, "not floating-point"),
        (lambda _, x: x.to(torch.complex64), "not floating-point"),
        (lambda name, x: x - 1 if name == "moment.step" else x, "not of step 5"),
    ],
)
def test_a_state_of_another_model_or_step_is_refused(
    unfinished: RunFolder,
    reports: dict[int, TrainingState],
    change: Callable[[str, Tensor], Tensor | None],
    reason: str,
) -> None:
    state = reports[5]
    changed = {name: change(name, tensor) for name, tensor in state.tensors.items()}
    keep_state(unfinished, replace(state, tensors={name: x for name, x in changed.items() if x is not None}))
    assert reason in refused(unfinished)


def test_weights_of_more_steps_than_are_kept_are_refused(folder: RunFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    n_steps = len(folder.steps)
    monkeypatch.setattr(run_check, "count_kept", lambda _translator: n_steps - 2)
    assert f"weights of {n_steps} steps" in refused(folder)
    monkeypatch.setattr(run_check, "count_kept", lambda _translator: n_steps - 1)
    assert check_run(folder, [], is_limited=True)
