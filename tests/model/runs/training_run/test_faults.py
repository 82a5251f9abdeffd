"""Faults of a machine while it trains: the disk is full, the folder is deleted, the clock jumps."""

import itertools
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from model.corpus import Corpus, toy_corpus
from model.runs import write_outage
from model.runs.registry import RunRegistry
from model.runs.run_description import RunDescription
from model.runs.run_file import RunFolderError
from model.runs.run_folder import RunFolder
from model.runs.run_state import Status
from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from tests.disks import WAYS, fake_full, fake_read_only, make_read_only, mounted
from tests.paced_trainer import FORTY, SMALL, Pace, Small, same_weights, wait_until

TINY_DISK = 150_000  # bytes: enough for the first snapshots


@pytest.fixture(params=WAYS)
def tiny_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Path]:
    """A folder on a disk that is soon full."""
    if request.param == "mounted":
        with mounted(tmp_path / "disk", TINY_DISK) as folder:
            yield folder
    else:
        fake_full(monkeypatch, n_files=3)
        yield tmp_path / "disk"


def test_a_full_disk_is_said_and_what_was_saved_stays(small: Small, tiny_disk: Path) -> None:
    run = TrainingRun(small.corpus, RunDescription.of(small.corpus, SMALL, FORTY), RunFolder(tiny_disk / "run"))
    state = run.join(60)
    assert state.status is Status.TRAINED
    (notice,) = state.notices
    assert (
        notice == "The weights are in memory only: the folder of the run cannot be written (No space left on device)."
    )
    assert same_weights(state.snapshot, small.result(FORTY.seed))
    saved = run.folder.steps
    assert saved, "the disk holds the first snapshots"
    for step in saved:
        assert run.folder.load_snapshot(step).step == step


@pytest.fixture
def after_full_disk(small: Small) -> TrainingRun:
    """A run at step 12 whose disk was full from its third file on and has room again."""
    with pytest.MonkeyPatch.context() as disk:
        fake_full(disk, n_files=3)
        run = small(Pace(may_take=12))
        run._trainer.until(12)
    (notice,) = run.state.notices
    assert "in memory only" in notice
    assert len(run.folder.steps) <= 2
    return run


def test_a_disk_that_has_room_again_gets_what_it_lacks(
    after_full_disk: TrainingRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, pace = after_full_disk, after_full_disk._trainer
    monkeypatch.setattr(write_outage, "SECONDS_BETWEEN_ATTEMPTS", 0.0)
    run._store.outage.allow_attempt()
    pace.let(22)
    pace.until(22)
    assert run.folder.steps == (0, 1, 2, 5, 10, 15, 20)
    (notice,) = run.state.notices
    assert "saved now" in notice


@pytest.mark.parametrize("status", [Status.PAUSED, Status.STOPPED, Status.TRAINED])
def test_a_disk_is_tried_again_when_a_training_pauses_or_ends(
    after_full_disk: TrainingRun, monkeypatch: pytest.MonkeyPatch, status: Status
) -> None:
    run, pace = after_full_disk, after_full_disk._trainer
    monkeypatch.setattr(write_outage, "SECONDS_BETWEEN_ATTEMPTS", 1000.0)
    if status is Status.PAUSED:
        run.pause()
    elif status is Status.STOPPED:
        run.stop()
    pace.let(float("inf"))
    assert run.join(60).status is status
    assert run.folder.read_description().status is status
    newest = run.state.snapshot
    assert newest is not None
    assert set(run.folder.steps) == {step for step in run.kept_steps if step <= newest.step}
    state = run.folder.load_state()
    assert state is None if status is Status.TRAINED else state is not None and state.step == newest.step


def test_an_older_state_does_not_follow_weights_that_another_process_has_saved(after_full_disk: TrainingRun) -> None:
    run = after_full_disk
    newest = run.state.snapshot
    run.folder.save_snapshot(Snapshot((replace(newest.learning_curve[-1], step=20),), newest.translator))
    run._store.outage.allow_attempt()
    run._store.write(lambda _: None)
    assert run._store.state.in_memory.step < 20
    assert not run._store.outage.goes_on
    assert run.folder.load_state() is None


def own_corpus(size: int) -> Corpus:
    toy = toy_corpus(seed=2, train=size, held_out=20)
    return Corpus("own", tuple(toy.train), tuple(toy.held_out), is_raw_text=True)


def delete_folder(folder: Path) -> None:
    """Delete a folder into which the training may be writing: again, if something has just been written."""
    while folder.exists():
        with suppress(OSError):
            shutil.rmtree(folder)


@pytest.mark.parametrize("steps", [22, FORTY.steps - 1])
@pytest.mark.parametrize("deletes_cache", [False, True])
def test_a_folder_that_is_deleted_while_it_trains_is_written_again(
    small: Small, tmp_path: Path, steps: int, deletes_cache: bool
) -> None:
    corpus, pace = own_corpus(200), Pace(may_take=steps)
    registry = RunRegistry(tmp_path / "cache" / "runs", small.corpus, SMALL, FORTY, pace)
    run = registry.create_run(corpus, SMALL, FORTY, keeps_corpus=True)
    pace.until(steps)
    delete_folder(tmp_path / "cache" if deletes_cache else run.folder.path)
    pace.let(float("inf"))
    state = run.join(60)
    assert state.status is Status.TRAINED
    (notice,) = state.notices
    assert "deleted while it trained; its corpus and weights were written again" in notice
    wait_until(lambda: not run.is_busy)
    again = RunRegistry(tmp_path / "cache" / "runs", small.corpus, SMALL, FORTY).open_run(run.digest)
    assert again is not None
    assert again.state.status is Status.TRAINED
    assert same_weights(again.state.snapshot, state.snapshot)
    assert again.corpus.digest == corpus.digest
    assert set(again.folder.steps) == set(run.kept_steps)


def test_a_folder_that_is_deleted_while_it_is_written_to_is_written_again(
    small: Small, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, to_delete, rename = RunFolder(tmp_path / "run"), [1, 2, 3], os.replace

    def delete_then_rename(source: str, target: Path) -> None:
        if target.name.startswith("step") and target != folder.path / "step-0000000.safetensors" and to_delete:
            to_delete.pop()
            delete_folder(folder.path)
        rename(source, target)

    monkeypatch.setattr(os, "replace", delete_then_rename)
    state = TrainingRun(small.corpus, RunDescription.of(small.corpus, SMALL, FORTY), folder).join(60)
    assert not to_delete
    (notice,) = state.notices
    assert "deleted while it trained; its corpus and weights were written again" in notice
    assert folder.read_description().status is state.status is Status.TRAINED
    assert same_weights(folder.load_snapshot(), state.snapshot)


def test_a_run_that_is_deleted_elsewhere_while_it_is_written_to_stays_deleted(
    small: Small, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, rename = RunFolder(tmp_path / "run"), os.replace

    def delete_then_rename(source: str, target: Path) -> None:
        if target.name == "step-0000005.safetensors":
            folder.delete()
        rename(source, target)

    monkeypatch.setattr(os, "replace", delete_then_rename)
    state = TrainingRun(small.corpus, RunDescription.of(small.corpus, SMALL, FORTY), folder).join(60)
    assert state.status is Status.STOPPED
    assert not state.notices
    assert not folder.path.exists()


def test_a_corpus_that_was_only_in_the_deleted_folder_is_said_to_be_lost(small: Small, tmp_path: Path) -> None:
    pace = Pace(may_take=10)
    run = RunRegistry(tmp_path, small.corpus, trainer=pace).create_run(own_corpus(200), SMALL, FORTY, keeps_corpus=True)
    pace.until(10)
    run.stop()
    pace.let(11)
    wait_until(lambda: not run.is_busy)
    pace = Pace(may_take=20)
    later = RunRegistry(tmp_path, small.corpus, trainer=pace).open_run(run.digest)
    assert later is not None
    later.start()
    pace.until(10)
    delete_folder(later.folder.path)
    pace.let(float("inf"))
    state = later.join(60)
    assert state.status is Status.TRAINED
    (notice,) = state.notices
    assert "its corpus is lost" in notice


@pytest.mark.parametrize("way", WAYS)
def test_a_run_that_cannot_be_deleted_stays(
    small: Small, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    with mounted(tmp_path / "disk") if way == "mounted" else nullcontext(tmp_path / "disk") as disk:
        registry = RunRegistry(disk / "runs", small.corpus, SMALL, FORTY)
        run = registry.open_default()
        assert run.join(60).status is Status.TRAINED
        wait_until(lambda: not run.is_busy)
        make_read_only(disk) if way == "mounted" else fake_read_only(monkeypatch)
        for opened in (registry, RunRegistry(disk / "runs", small.corpus, SMALL, FORTY)):
            with pytest.raises(RunFolderError, match=rf"^{run.digest} cannot be deleted \(Read-only file system\).$"):
                opened.delete(run.digest)
        assert not run.is_deleted
        assert not run.folder.deletion_mark.is_set
        assert registry.open_run(run.digest) is run


def test_a_clock_that_jumps_changes_nothing(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    real, jumps = time.time, itertools.cycle((-1e7, 1e7, 0.0))
    monkeypatch.setattr(time, "time", lambda: real() + next(jumps))
    run = small()
    run.start()
    state = run.join(60)
    assert state.status is Status.TRAINED
    assert not state.notices
    assert same_weights(state.snapshot, small.result())
    assert state.snapshot is not None
    seconds = [point.seconds for point in state.snapshot.learning_curve]
    assert seconds == sorted(seconds)
