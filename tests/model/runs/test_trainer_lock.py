"""One process trains at a time in a folder, whatever happens to its lock."""

import os
import shutil
from pathlib import Path

import pytest

from model.corpus import Corpus, toy_corpus
from model.runs.registry import RunRegistry
from model.runs.run_state import Status
from model.runs.trainer_lock import TrainerLock
from tests.paced_trainer import FORTY, SMALL, Pace, wait_until


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return toy_corpus(seed=1, train=300, held_out=20)


def test_one_holder_at_a_time(tmp_path: Path) -> None:
    mine, other = TrainerLock(tmp_path), TrainerLock(tmp_path)
    assert mine.try_acquire("run")
    assert mine.try_acquire("run")
    assert not mine.try_acquire("another run of this process")
    assert not other.try_acquire("run")
    assert other.is_elsewhere
    assert not mine.is_elsewhere
    mine.release("another run of this process")
    assert other.is_elsewhere
    mine.release("run")
    assert not other.is_elsewhere
    assert other.try_acquire("run")


@pytest.mark.skipif(os.name == "nt", reason="this system deletes no file that is open")
def test_a_deleted_lock_file_is_noticed_by_its_holder(tmp_path: Path) -> None:
    mine, other = TrainerLock(tmp_path / "runs"), TrainerLock(tmp_path / "runs")
    assert mine.try_acquire("run")
    assert not mine.is_lost("run")
    assert not mine.is_lost("another run of this process")
    (tmp_path / "runs.lock").unlink()
    assert other.try_acquire("run"), "it keeps nobody out any more"
    assert mine.is_lost("run")
    assert not mine.is_lost("run"), "it is said once"
    assert not mine.try_acquire("run")
    assert mine.is_elsewhere
    other.release("run")
    assert mine.try_acquire("run")


@pytest.mark.skipif(os.name == "nt", reason="this system deletes no file that is open")
def test_two_processes_never_train_at_once_although_the_cache_is_deleted(tmp_path: Path, corpus: Corpus) -> None:
    assert not {11, 12, 13, 14} & {*FORTY.report_at}, "nothing is written while the folder is deleted"
    pace = Pace(may_take=12)
    run = RunRegistry(tmp_path / "runs", corpus, SMALL, FORTY, pace).open_default()
    pace.until(12)
    shutil.rmtree(tmp_path / "runs")
    (tmp_path / "runs.lock").unlink()
    other = TrainerLock(tmp_path / "runs")  # of another process
    assert other.try_acquire("elsewhere")
    pace.let(14)
    wait_until(lambda: run.state.is_elsewhere)
    assert pace.taken <= 13
    assert run.folder.steps, "what it has trained was written again before another process trains"
    pace.let(float("inf"))
    other.release("elsewhere")
    assert run.join(60).status is Status.TRAINED
    assert any("deleted while it trained" in notice for notice in run.state.notices)


def test_a_folder_that_cannot_be_written_needs_no_lock(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert TrainerLock(tmp_path / "file" / "runs").try_acquire("run")
