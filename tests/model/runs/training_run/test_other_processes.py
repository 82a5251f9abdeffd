"""Several processes share a folder of runs: one trains, the others follow it, and one of them takes over."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from model.corpus import Corpus, toy_corpus
from model.runs import shared_run
from model.runs.registry import RunRegistry
from model.runs.run_description import RunDescription
from model.runs.run_folder import RunFolder
from model.runs.run_state import Status
from model.runs.trainer_lock import TrainerLock
from model.runs.training_run import TrainingRun
from model.training.loop import train
from model.training.translation_task import TranslationTask
from tests.paced_trainer import FORTY, SMALL, Pace, Small, same_weights, wait_until

ROOT = Path(__file__).parents[4]
PIPES = dict(stdin=subprocess.PIPE, stdout=subprocess.PIPE)
STEPS = 30  # of forty, which the other process takes
Watchful = tuple[Pace, TrainingRun]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return toy_corpus(seed=1, train=300, held_out=20)


@pytest.fixture
def watchful(tmp_path: Path, corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> Watchful:
    """A run that has taken ten steps, and looks at its folder before each, with its pace."""
    monkeypatch.setattr(shared_run, "SECONDS_BETWEEN_LOOKS", 0.0)
    pace = Pace(may_take=10)
    run = RunRegistry(tmp_path, corpus, SMALL, FORTY, pace).open_default()
    pace.until(10)
    return pace, run


@contextmanager
def trained_elsewhere(folder: Path, steps: int = STEPS) -> Iterator[subprocess.Popen[str]]:
    """Another process that has taken so many steps and still trains."""
    script = Path(__file__).with_name("halting.py")
    command = [sys.executable, str(script), str(folder), str(steps)]
    with subprocess.Popen(command, env=os.environ | {"PYTHONPATH": str(ROOT)}, text=True, **PIPES) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "there\n"
            yield process
        finally:
            process.kill()


@contextmanager
def opened(folder: Path, corpus: Corpus) -> Iterator[TrainingRun]:
    run = RunRegistry(folder, corpus, SMALL, FORTY).open_default()
    yield run
    run.stop()
    wait_until(lambda: not run.is_busy)


def test_it_follows_the_process_that_trains_and_takes_over_when_that_is_killed(tmp_path: Path, corpus: Corpus) -> None:
    with trained_elsewhere(tmp_path) as process, opened(tmp_path, corpus) as run:
        assert run.wait(60)
        wait_until(lambda: run.state.status is Status.WAITING)
        wait_until(lambda: run.state.snapshot and run.state.snapshot.step == run.folder.steps[-1])
        assert run.state.snapshot
        assert 0 < run.state.snapshot.step <= STEPS
        process.kill()
        assert run.join(60).status is Status.TRAINED
    *_, last = train(TranslationTask(corpus, SMALL), FORTY)
    assert same_weights(run.state.snapshot, last.snapshot())


def test_a_training_of_its_own_waits_for_the_other_process(tmp_path: Path, corpus: Corpus) -> None:
    with trained_elsewhere(tmp_path) as process:
        config = type(FORTY)(steps=20, batch_size=16, device="cpu", seed=7)
        run = RunRegistry(tmp_path, corpus, SMALL, config).open_default()
        assert not run.wait(60)
        assert run.state.is_elsewhere
        assert run.state.status is Status.WAITING
        described = RunRegistry(tmp_path, corpus, SMALL, FORTY).describe(run.digest)
        assert described is not None
        assert described.status is Status.TRAINING, "another process takes it over if this one dies"
        run.pause()
        assert run.join(60).status is Status.PAUSED
        run.start()
        wait_until(lambda: run.state.status is Status.WAITING)
        process.kill()
        assert run.join(60).status is Status.TRAINED


def test_what_another_process_ends_is_not_trained_again(tmp_path: Path, corpus: Corpus) -> None:
    pace = Pace()
    with trained_elsewhere(tmp_path) as process:
        run = RunRegistry(tmp_path, corpus, SMALL, FORTY, pace).open_default()
        wait_until(lambda: run.state.status is Status.WAITING)
        process.communicate("go on\n", timeout=170)
        assert run.join(60).status is Status.TRAINED
    assert pace.taken == 0
    assert run.state.snapshot
    assert run.state.snapshot.step == FORTY.steps


@pytest.mark.parametrize("status", [Status.STOPPED, Status.PAUSED])
def test_what_the_training_process_was_asked_to_is_not_undone_by_another(
    tmp_path: Path, corpus: Corpus, status: Status
) -> None:
    lock = TrainerLock(tmp_path)  # of another process
    assert lock.try_acquire("elsewhere")
    pace = Pace()
    run = RunRegistry(tmp_path, corpus, SMALL, FORTY, pace).open_default()
    wait_until(lambda: run.state.status is Status.WAITING)
    wait_until(lambda: run.state.is_elsewhere)
    run.folder.write_description(run.description.with_status(status))
    lock.release("elsewhere")
    assert run.join(60).status is status
    assert pace.taken == 0
    run.stop()
    wait_until(lambda: not run.is_busy)


def test_a_request_that_is_stored_just_before_the_training_begins_is_heard(
    tmp_path: Path, corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    pace, description = Pace(), RunDescription.of(corpus, SMALL, FORTY).with_status(Status.STOPPED)

    def is_elsewhere(lock: TrainerLock) -> bool:  # the first thing that the training thread asks
        RunFolder(tmp_path / description.digest).write_description(description)
        return False

    monkeypatch.setattr(TrainerLock, "is_elsewhere", property(is_elsewhere))
    run = RunRegistry(tmp_path, corpus, SMALL, FORTY, pace).open_default()
    assert run.join(60).status is Status.STOPPED
    assert pace.taken == 0


def test_a_request_at_another_process_reaches_the_one_that_trains(watchful: Watchful) -> None:
    pace, run = watchful
    run.folder.write_description(run.description.with_status(Status.STOPPED))
    pace.let(float("inf"))
    assert run.join(60).status is Status.STOPPED
    assert run.state.snapshot
    assert run.state.snapshot.step < FORTY.steps
    wait_until(lambda: not run.is_busy)
    run.start()
    assert run.join(60).status is Status.TRAINED


def test_a_run_deleted_elsewhere_is_not_trained_again(tmp_path: Path, corpus: Corpus) -> None:
    with trained_elsewhere(tmp_path):
        pace = Pace()
        run = RunRegistry(tmp_path, corpus, SMALL, FORTY, pace).open_default()
        wait_until(lambda: run.state.status is Status.WAITING and run.state.snapshot)
        run.folder.delete()
        assert run.join(60).status is Status.STOPPED
        wait_until(lambda: not run.is_busy)
    assert pace.taken == 0


def test_a_run_deleted_elsewhere_before_its_first_weights_is_not_trained(tmp_path: Path, corpus: Corpus) -> None:
    lock = TrainerLock(tmp_path)  # of another process
    assert lock.try_acquire("elsewhere")
    pace = Pace()
    run = RunRegistry(tmp_path, corpus, SMALL, FORTY, pace).create_run(corpus, SMALL, FORTY, keeps_corpus=True)
    wait_until(lambda: run.state.is_elsewhere)
    assert run.folder.has_corpus
    RunRegistry(tmp_path, corpus, SMALL, FORTY).delete(run.digest)
    assert run.join(60).status is Status.STOPPED
    wait_until(lambda: not run.is_busy)
    lock.release("elsewhere")
    assert not run.folder.path.exists()
    assert pace.taken == 0


def test_a_run_that_waits_behind_another_one_is_followed_too(tmp_path: Path, corpus: Corpus) -> None:
    pace = Pace(may_take=0)
    registry = RunRegistry(tmp_path, corpus, SMALL, FORTY, pace)
    with trained_elsewhere(tmp_path) as process:
        first = registry.create_run(corpus, SMALL, type(FORTY)(steps=20, batch_size=16, device="cpu", seed=7))
        wait_until(lambda: first.state.is_elsewhere)
        run = registry.open_default()
        wait_until(lambda: run.state.is_elsewhere)
        assert first.state.is_elsewhere
        process.communicate("go on\n", timeout=170)
        assert run.join(60).status is Status.TRAINED
    assert first.state.is_training
    pace.let(float("inf"))
    assert first.join(60).status is Status.TRAINED
    assert pace.taken == first.state.steps


def test_a_run_that_another_process_has_ended_is_not_trained_again(tmp_path: Path, corpus: Corpus) -> None:
    with trained_elsewhere(tmp_path) as process, opened(tmp_path, corpus) as run:
        run.stop()
        wait_until(lambda: not run.is_busy)
        process.kill()
        process.wait()
        other = RunRegistry(tmp_path, corpus, SMALL, FORTY).open_default()
        other.start()
        assert other.join(60).status is Status.TRAINED
        run.start()
        assert run.join(60).status is Status.TRAINED
    assert same_weights(run.state.snapshot, other.state.snapshot)
    assert run.folder.steps[-1] == FORTY.steps


def test_a_run_deleted_at_another_process_is_not_written_again(
    watchful: Watchful, tmp_path: Path, corpus: Corpus
) -> None:
    pace, run = watchful
    RunRegistry(tmp_path, corpus, SMALL, FORTY).delete(run.digest)
    pace.let(float("inf"))
    assert run.join(60).status is Status.STOPPED
    wait_until(lambda: not run.is_busy)
    assert not run.folder.path.exists()
    run.start()
    assert run.join(60).status is Status.TRAINED
    assert run.folder.load_snapshot().step == FORTY.steps


def test_a_run_is_restarted_once_the_process_that_trains_it_has_stopped(
    tmp_path: Path, corpus: Corpus, waits: threading.Event
) -> None:
    with trained_elsewhere(tmp_path, steps=12) as process, opened(tmp_path, corpus) as run:
        assert process.stdin is not None
        assert process.stdout is not None
        wait_until(lambda: run.state.is_elsewhere)
        restart = threading.Thread(target=run.restart)
        restart.start()
        assert waits.wait(60)
        assert restart.is_alive(), "it waits for the other process"
        print(file=process.stdin, flush=True)
        assert process.stdout.readline() == "stopped\n"
        restart.join(60)
        assert run.join(60).status is Status.TRAINED
        assert run.folder.steps == run.kept_steps
        assert same_weights(run.state.snapshot, Small(corpus, tmp_path).result(FORTY.seed))
