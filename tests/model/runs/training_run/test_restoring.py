"""Trainings in the background: once, visible, kept, and repairable."""

import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from model.corpus import Corpus
from model.runs import training_run
from model.runs.failure import FAILED_EARLIER
from model.runs.run_description import RunDescription
from model.runs.run_folder import HELD_OUT, TRAIN, RunFolder
from model.runs.run_state import Status
from model.runs.training_run import TrainingRun
from model.training.loop import Progress, train
from tests.model.conftest import SHORT, SMALL
from tests.paced_trainer import Small


def finished(corpus: Corpus, folder: Path, **options) -> TrainingRun:
    run = TrainingRun(corpus, RunDescription.of(corpus, SMALL, SHORT), RunFolder(folder), **options)
    assert not run.join(60.0).is_training
    return run


def test_weights_are_there_before_the_training_ends(small_corpus: Corpus, tmp_path: Path) -> None:
    go_on = threading.Event()

    def slow(*arguments, **options) -> Iterator[Progress]:
        for progress in train(*arguments, **options):
            yield progress
            go_on.wait(60)

    description = RunDescription.of(small_corpus, SMALL, SHORT)
    run = TrainingRun(small_corpus, description, RunFolder(tmp_path), trainer=slow)
    assert run.wait(60.0)
    assert run.state.is_training
    first = run.state.snapshot
    assert first is not None
    assert first.step == 0
    weights = {name: value.clone() for name, value in first.translator.model.state_dict().items()}
    go_on.set()
    last = run.join(60.0).snapshot
    assert last is not None
    assert last.step == 3
    assert all((value == weights[name]).all() for name, value in first.translator.model.state_dict().items())
    assert any((value != weights[name]).any() for name, value in last.translator.model.state_dict().items())


def test_the_next_process_starts_trained(small_corpus: Corpus, tmp_path: Path) -> None:
    trained = finished(small_corpus, tmp_path).state.snapshot

    def never(*_, **__) -> Iterator[Progress]:
        raise AssertionError("trained again")

    description = RunDescription.of(small_corpus, SMALL, SHORT)
    state = TrainingRun(small_corpus, description, RunFolder(tmp_path), trainer=never).state
    assert not state.is_training
    assert state.snapshot is not None
    assert trained is not None
    assert state.snapshot.evaluation == trained.evaluation


def test_a_damaged_file_is_set_aside_and_training_starts_again(small_corpus: Corpus, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    finished(small_corpus, folder)
    (folder / "step-0000003.safetensors").write_bytes(b"damaged")
    run = finished(small_corpus, folder)
    (notice,) = run.state.notices
    assert "set aside" in notice
    assert "\n" not in notice
    assert (tmp_path / "run.damaged" / "step-0000003.safetensors").read_bytes() == b"damaged"
    assert run.state.snapshot is not None
    assert run.state.snapshot.step == 3


def test_a_folder_that_cannot_be_written(small_corpus: Corpus, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a file where a folder should be")
    run = finished(small_corpus, tmp_path / "file" / "cache")
    assert run.state.snapshot is not None
    assert run.state.snapshot.step == 3
    (notice,) = run.state.notices
    assert "memory only" in notice


def test_a_failing_training_says_why_and_can_be_tried_again(small_corpus: Corpus, tmp_path: Path) -> None:
    attempts = []

    def fails_once(*arguments, **options) -> Iterator[Progress]:
        attempts.append(1)
        if len(attempts) == 1:
            raise ArithmeticError("the disk is on fire\nand more lines")
        yield from train(*arguments, **options)

    run = finished(small_corpus, tmp_path, trainer=fails_once)
    assert run.state.error == "the disk is on fire"
    assert run.state.snapshot is None
    run.start()
    state = run.join(60.0)
    assert state.error == ""
    assert state.snapshot is not None


def test_a_failed_training_stays_failed_until_it_is_tried_again(small_corpus: Corpus, tmp_path: Path) -> None:
    def fails(*_, **__) -> Iterator[Progress]:
        raise ArithmeticError("the disk is on fire")

    assert finished(small_corpus, tmp_path, trainer=fails).folder.read_description().status is Status.FAILED
    run = finished(small_corpus, tmp_path)
    assert (run.state.status, run.state.error) == (Status.FAILED, FAILED_EARLIER)
    run.start()
    assert run.join(60.0).status is Status.TRAINED
    assert run.folder.read_description().status is Status.TRAINED


def test_a_run_killed_between_its_last_weights_and_that_word_is_trained(small: Small) -> None:
    run = small()
    assert run.join(60).status is Status.TRAINED
    run.folder.write_description(run.folder.read_description().with_status(Status.TRAINING))
    state = run.folder.path / "state.safetensors"
    state.write_bytes(b"of an earlier step")
    again = small()
    assert again.state.status is Status.TRAINED
    assert again.folder.read_description().status is Status.TRAINED
    assert not state.exists()


def test_a_process_that_is_killed_loses_a_second_and_a_report_at_most(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, reported_at, ages = 0.0, {}, []

    def slow(*arguments, **options) -> Iterator[Progress]:
        nonlocal now
        for progress in train(*arguments, **options):
            now += 0.5
            reported_at[progress.step] = now
            yield progress
            state = RunFolder(small.path / "1").load_state()
            ages.append(now - (reported_at[state.step] if state else 0))

    monkeypatch.setattr(training_run, "time", SimpleNamespace(monotonic=lambda: now))
    assert small(slow).join(60).status is Status.TRAINED
    assert ages == [0.5, 1.0, 0.0, 0.5, 1.0, 0.0, 0.5, 1.0]


@pytest.mark.parametrize("name", [TRAIN, HELD_OUT])
def test_a_trained_run_writes_its_corpus_where_that_is_missing(small_corpus: Corpus, tmp_path: Path, name: str) -> None:
    finished(small_corpus, tmp_path, keeps_corpus=True)
    (tmp_path / name).unlink()
    run = finished(small_corpus, tmp_path, keeps_corpus=True)
    assert run.state.status is Status.TRAINED
    assert not run.state.notices
    written = run.folder.read_corpus()
    assert [pair.source for pair in written.train] == [pair.source for pair in small_corpus.train]
    assert [pair.source for pair in written.held_out] == [pair.source for pair in small_corpus.held_out]


def test_a_trained_run_on_a_known_corpus_writes_none(small_corpus: Corpus, tmp_path: Path) -> None:
    for _ in range(2):
        assert not finished(small_corpus, tmp_path).folder.has_corpus
