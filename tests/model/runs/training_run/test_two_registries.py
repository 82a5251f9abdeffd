"""Two processes that share a folder of runs, as two registries of one: what one is asked for, the other learns."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from model.corpus import Corpus, toy_corpus
from model.runs import shared_run
from model.runs.registry import RunRegistry
from model.runs.run_state import Status
from model.runs.training_run import TrainingRun
from tests.paced_trainer import FORTY, SMALL, Pace, same_weights, wait_until


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return toy_corpus(seed=1, train=300, held_out=20)


@pytest.fixture
def paces() -> tuple[Pace, Pace]:
    return Pace(may_take=12), Pace()


@pytest.fixture
def registries(corpus: Corpus, tmp_path: Path, paces: tuple[Pace, Pace]) -> Iterator[list[RunRegistry]]:
    made = [RunRegistry(tmp_path / "runs", corpus, SMALL, FORTY, pace) for pace in paces]
    yield made
    for registry, pace in zip(made, paces, strict=True):
        for run in filter(None, map(registry._open_runs.find, registry._open_runs.digests)):
            run.stop()
            pace.let(float("inf"))
            wait_until(lambda run=run: not run.is_busy)


def train(registry: RunRegistry, pace: Pace) -> TrainingRun:
    """Train the default run to its end."""
    pace.let(FORTY.steps)
    run = registry.open_default()
    assert run.join(60).status is Status.TRAINED
    wait_until(lambda: not run.is_busy)
    return run


def test_a_paused_run_ends_where_another_process_resumed_it(
    registries: list[RunRegistry], paces: tuple[Pace, Pace]
) -> None:
    one, other = registries
    run = one.open_default()
    paces[0].until(12)
    run.pause()
    paces[0].let(13)
    run.join(60)
    assert run.state.status is Status.PAUSED
    resumed = other.open_default()
    run._adopt_request = lambda: False  # both may train on: here, the other one does
    resumed.start()
    assert resumed.join(60).status is Status.TRAINED
    del run._adopt_request
    wait_until(lambda: run.state.status is Status.TRAINED)
    assert same_weights(run.state.snapshot, resumed.state.snapshot)
    assert paces[0].taken == 12


def test_a_trained_run_is_opened_again_where_another_process_restarted_it(
    registries: list[RunRegistry], paces: tuple[Pace, Pace]
) -> None:
    one, other = registries
    run = train(one, paces[0])
    assert one.open_default() is run
    restarted = other.open_default()
    paces[1].let(5)
    restarted.restart()
    paces[1].until(5)
    for opened in (one.open_default(), one.open_run(run.digest)):
        assert opened is not run
        assert opened.state.is_training
    paces[1].let(40)
    assert one.open_default().join(60).status is Status.TRAINED
    assert paces[0].taken == 40


def test_a_run_is_restarted_although_its_process_reports_seldom(
    registries: list[RunRegistry], paces: tuple[Pace, Pace], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_run, "SECONDS_BETWEEN_LOOKS", 0.0)
    paces[0].let(21)
    run = registries[0].open_default()
    paces[0].until(21)
    assert 21 not in FORTY.report_at, "the next step brings no report"
    assert 22 not in FORTY.report_at
    follower = registries[1].open_default()
    wait_until(lambda: follower.state.is_elsewhere)
    restart = threading.Thread(target=follower.restart)
    restart.start()
    wait_until(lambda: run.folder.read_description().status is Status.STOPPED)
    paces[0].let(22)
    restart.join(60)
    assert follower.join(60).status is Status.TRAINED
    assert follower.folder.steps == follower.kept_steps
    assert [pace.taken for pace in paces] == [21, 40]


def test_a_run_resumed_elsewhere_is_restarted_once_that_process_has_stopped(
    registries: list[RunRegistry], paces: tuple[Pace, Pace], waits: threading.Event
) -> None:
    paces[1].let(5)
    run = registries[1].open_default()
    run.stop()
    paces[1].let(float("inf"))
    wait_until(lambda: not run.is_busy)
    resumed = registries[0].open_default()
    resumed.start()
    paces[0].until(12)
    restart = threading.Thread(target=run.restart)
    restart.start()
    wait_until(lambda: run.folder.read_description().status is Status.STOPPED)
    assert waits.wait(60)
    assert restart.is_alive(), "it waits for the other process"
    paces[0].let(13)
    restart.join(60)
    assert run.join(60).status is Status.TRAINED
    assert run.folder.steps == run.kept_steps


def test_a_run_deleted_at_another_process_is_known_no_more(
    registries: list[RunRegistry], paces: tuple[Pace, Pace]
) -> None:
    one, other = registries
    run = train(one, paces[0])
    assert other.open_run(run.digest) is not None
    one.delete(run.digest)
    assert other.open_run(run.digest) is None
    assert other.get_open_run(run.digest) is None
    assert other.describe(run.digest) is None
    assert other.open_default().join(60).status is Status.TRAINED
    assert paces[1].taken == 40, "it is trained anew"
    assert one.open_run(run.digest).state.status is Status.TRAINED
