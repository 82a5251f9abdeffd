"""Tests of the line that tells the state of a training."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from model.runs.run_state import RunState, Status
from model.runs.trainer_lock import TrainerLock
from model.runs.training_queue import QUEUE
from tests.apptest.fixtures import AppSetup, open_page
from tests.apptest.reading import html
from tests.paced_trainer import wait_until
from ui.runs.registry import get_registry
from ui.shell.training_status import _describe, describe_delay, find_look


@pytest.fixture
def elsewhere(app_setup: AppSetup, tmp_path_factory: pytest.TempPathFactory) -> TrainerLock:
    """The lock of another process that trains, over an empty folder of runs."""
    app_setup.folder = tmp_path_factory.mktemp("empty")
    wait_until(lambda: not QUEUE.entries)  # trainings of earlier tests, behind which this one would wait
    lock = TrainerLock(app_setup.folder / "runs")
    assert lock.try_acquire("elsewhere")
    return lock


def test_a_page_without_weights_says_that_another_process_trains(elsewhere: TrainerLock) -> None:
    app = open_page("", {})
    assert not app.exception
    assert "waiting for another server process" in html(app)
    assert [info.value.partition(".")[0] for info in app.info] == ["This model has no weights yet"]
    run = get_registry().open_default()
    run.stop()
    wait_until(lambda: run not in QUEUE.entries)
    elsewhere.release("elsewhere")


@pytest.mark.parametrize("status", [Status.PAUSED, Status.STOPPED, Status.TRAINED])
def test_only_a_trained_run_has_the_look_of_one(status: Status) -> None:
    assert bool(find_look(status)) == (status is not Status.TRAINED)


def test_the_line_of_a_training_tells_its_progress() -> None:
    scores = SimpleNamespace(exact_match=0.5, n_sentences=40)
    state = RunState(SimpleNamespace(step=30, evaluation=scores), 120, loss=1.5, seconds_left=9.0)
    look, line = _describe(state, 0)
    assert look == "busy"
    assert all(part in line for part in ("step 30 of 120 · loss 1.50", "width:25%", " · 9 s left", "of 40 held"))
    assert _describe(replace(state, is_elsewhere=True), 0) == (look, line), "the weights of another process are shown"
    assert " · 9 min left" in _describe(replace(state, seconds_left=523.0), 0)[1]
    _, line = _describe(replace(state, snapshot=SimpleNamespace(step=0, evaluation=scores), seconds_left=None), 0)
    assert "step 0 of 120" in line
    assert "loss" not in line
    assert "left" not in line


@pytest.mark.parametrize(
    ("n_ahead", "delay"), [(0, ""), (1, "waiting for another training"), (2, "waiting for 2 others")]
)
def test_a_run_tells_how_many_it_waits_for(n_ahead: int, delay: str) -> None:
    assert describe_delay(RunState(None, 120, Status.WAITING), n_ahead) == delay
