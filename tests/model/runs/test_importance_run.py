"""Importance is measured in the background, once for each snapshot, and kept with the run."""

import json
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from model.analysis.head_importance import ImportanceReport
from model.runs import importance_run
from model.runs.importance_run import ImportanceRun
from model.runs.run_file import RunFolderError
from model.runs.run_state import Status
from model.runs.snapshot_reports import SnapshotReports
from model.runs.trainer_lock import TrainerLock
from model.runs.training_queue import QUEUE
from model.runs.training_run import TrainingRun
from tests.paced_trainer import Pace, Small, wait_until

SCORES = {"exact_match": 0.5, "token_accuracy": 0.5, "log_probability": -1.0}
ONE_HEAD = {"kind": "cross", "layer": 0, "head": 0, "without": SCORES, "alone": SCORES}


def open_importance(run: TrainingRun, n_pairs: int = 10) -> ImportanceRun:
    assert run.state.snapshot is not None
    return ImportanceRun(run.digest, run.state.snapshot, run.corpus.held_out[:n_pairs], run.folder)


def test_nothing_is_measured_before_it_is_asked_for(run: TrainingRun) -> None:
    importance = open_importance(run)
    assert importance.state.status is Status.STOPPED
    assert importance.state.snapshot is None
    assert not importance.is_busy


def test_what_was_measured_is_kept_with_the_run(run: TrainingRun) -> None:
    first = open_importance(run)
    first.start()
    state = first.join(60)
    assert state.status is Status.TRAINED
    assert state.snapshot is not None
    assert state.snapshot.step == state.steps == 3 * 2
    again = open_importance(run)
    assert again.state.status is Status.TRAINED
    assert again.state.snapshot == state.snapshot


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b'{"n_sentences": 10, "untouched": {}, "heads": []}',
        json.dumps({"n_sentences": 10, "untouched": SCORES, "heads": [ONE_HEAD] * 6}).encode(),
    ],
)
def test_a_damaged_report_is_measured_again(run: TrainingRun, content: bytes) -> None:
    assert run.state.snapshot is not None
    path = run.folder.path / f"importance-{run.state.snapshot.step:07d}.json"
    path.write_bytes(content)
    importance = open_importance(run)
    assert importance.state.snapshot is None
    importance.start()
    assert importance.join(60).status is Status.TRAINED
    assert open_importance(run).state.snapshot is not None


def test_a_report_on_other_sentences_is_not_taken(run: TrainingRun) -> None:
    first = open_importance(run)
    first.start()
    first.join(60)
    assert open_importance(run, 11).state.snapshot is None


def test_a_restarted_run_forgets_what_was_measured(run: TrainingRun) -> None:
    importance = open_importance(run)
    importance.start()
    importance.join(60)
    step = run.state.steps
    assert run.folder.reports.load(ImportanceReport, step)
    run.restart()
    run.join(60)
    with pytest.raises(RunFolderError):
        run.folder.reports.load(ImportanceReport, step)


def test_a_deleted_run_is_not_brought_back(run: TrainingRun) -> None:
    importance = open_importance(run)
    run.delete()
    importance.start()
    assert importance.join(60).status is Status.TRAINED
    assert not run.folder.path.exists()


def test_a_training_goes_first(small: Small, run: TrainingRun) -> None:
    pace = Pace(may_take=3)
    training = small(trainer=pace, seed=2)
    pace.until(3)
    importance = open_importance(run)
    importance.start()
    assert importance.state.status is Status.WAITING
    pace.let(float("inf"))
    training.join(60)
    assert importance.join(60).status is Status.TRAINED


def test_a_training_that_starts_later_goes_first_too(small: Small, run: TrainingRun, monkeypatch) -> None:
    measure, may_go_on, trained = importance_run.measure_importance, threading.Event(), []
    has_measured = threading.Event()

    def slow(*arguments):
        for report in measure(*arguments):
            yield report
            has_measured.set()
            may_go_on.wait(60)
            trained.append(training.state.status is Status.TRAINED)

    pace = Pace(may_take=1)
    monkeypatch.setattr(importance_run, "measure_importance", slow)
    importance = open_importance(run)
    importance.start()
    assert has_measured.wait(60)
    training = small(trainer=pace, seed=2)
    wait_until(lambda: training in QUEUE.entries)
    may_go_on.set()
    wait_until(lambda: importance.state.status is Status.WAITING)
    pace.let(float("inf"))
    assert training.join(60).status is Status.TRAINED
    state = importance.join(60)
    assert (state.status, state.snapshot.step) == (Status.TRAINED, state.steps)
    assert trained[:2] == [False, True], "it had measured nothing more meanwhile, and went on where it was"


def test_two_measurements_take_turns(run: TrainingRun, monkeypatch: pytest.MonkeyPatch) -> None:
    turns, both_wait = [], threading.Event()

    def measure(_translator, pairs):
        both_wait.wait(60)
        for step in range(4):
            turns.append(len(pairs))
            yield SimpleNamespace(step=step)

    monkeypatch.setattr(importance_run, "measure_importance", measure)
    monkeypatch.setattr(SnapshotReports, "save", lambda *_: None)
    first, second = (open_importance(run, n_pairs) for n_pairs in (3, 5))
    for each in (first, second):
        each.start()
        wait_until(lambda each=each: each in QUEUE.entries)
    both_wait.set()
    for each in (first, second):
        assert each.join(60).status is Status.TRAINED
    assert turns == [3, 5] * 4


def test_what_another_process_measures_is_not_measured_again(
    run: TrainingRun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = open_importance(run)
    first.start()
    report = first.join(60).snapshot
    assert run.state.snapshot
    path = run.folder.path / f"importance-{run.state.snapshot.step:07d}.json"
    later = path.rename(tmp_path / "later")
    lock = TrainerLock(tmp_path)  # of another process
    assert lock.try_acquire("elsewhere")
    monkeypatch.delattr(importance_run, "measure_importance")
    pairs = run.corpus.held_out[:10]
    second = ImportanceRun(run.digest, run.state.snapshot, pairs, run.folder, lock=TrainerLock(tmp_path))
    second.start()
    wait_until(lambda: second.state.is_elsewhere)
    later.rename(path)
    lock.release("elsewhere")
    state = second.join(60)
    assert (state.status, state.error, state.snapshot) == (Status.TRAINED, "", report)


def test_one_that_waits_for_another_process_goes_on_where_it_was(
    run: TrainingRun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured, elsewhere = [], TrainerLock(tmp_path)  # of another process

    def measure(*_):
        for step in range(4):
            measured.append(step)
            if step == 1:
                importance._release()
                assert elsewhere.try_acquire("elsewhere")
                importance._publish(status=Status.WAITING)
            yield SimpleNamespace(step=step)

    monkeypatch.setattr(importance_run, "measure_importance", measure)
    monkeypatch.setattr(SnapshotReports, "save", lambda *_: None)
    assert run.state.snapshot
    pairs = run.corpus.held_out[:10]
    importance = ImportanceRun(run.digest, run.state.snapshot, pairs, run.folder, lock=TrainerLock(tmp_path))
    importance.start()
    wait_until(lambda: importance.state.is_elsewhere)
    elsewhere.release("elsewhere")
    assert importance.join(60).status is Status.TRAINED
    assert measured == [0, 1, 2, 3]
