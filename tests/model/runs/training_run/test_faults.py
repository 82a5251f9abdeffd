"""What may happen to a machine while it trains: the disk is full, the folder is deleted, the clock jumps."""

import itertools
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from model.runs.run_folder import RunFolder
from model.runs.run_state import Status
from model.runs.training_run import TrainingRun
from tests.paced_trainer import FORTY, SMALL, Pace, Small, same_weights

TINY_DISK = 150_000  # bytes: enough for the first snapshots


@pytest.fixture
def tiny_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on a disk that is soon full: a real one where we may mount it, else one whose writes fail."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={TINY_DISK}", "tmpfs", str(folder)]
    is_mounted = os.name == "posix" and os.geteuid() == 0 and subprocess.run(mount, capture_output=True).returncode == 0
    if not is_mounted:
        real, left = os.fsync, itertools.count(3, -1)

        def fsync(file: int) -> None:
            if next(left) <= 0:
                raise OSError(28, "No space left on device")
            real(file)

        monkeypatch.setattr(os, "fsync", fsync)
    yield folder
    if is_mounted:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_full_disk_is_said_and_what_was_saved_stays(small: Small, tiny_disk: Path) -> None:
    run = TrainingRun(small.corpus, SMALL, FORTY, RunFolder(tiny_disk / "run"))
    state = run.join(60)
    assert state.status is Status.TRAINED
    assert [notice for notice in state.notices if "No space left on device" in notice]
    assert same_weights(state.snapshot, small.result(FORTY.seed))
    saved = run.folder.steps
    assert saved, "the disk holds the first snapshots"
    for step in saved:
        assert run.folder.load_snapshot(step).step == step


def test_a_folder_that_is_deleted_while_it_trains_does_not_end_the_training(small: Small) -> None:
    pace = Pace(may_take=20)
    run = small(pace)
    run.start()
    pace.until(20)
    shutil.rmtree(run.folder.path)
    pace.let(float("inf"))
    state = run.join(60)
    assert state.status is Status.TRAINED
    assert same_weights(state.snapshot, small.result())
    for step in run.folder.steps:
        assert run.folder.load_snapshot(step).step == step


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
