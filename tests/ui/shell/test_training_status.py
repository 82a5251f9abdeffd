"""Tests of the line that tells the state of a training."""

import pytest

from model.runs.run_state import Status
from model.runs.trainer_lock import TrainerLock
from model.runs.training_queue import QUEUE
from tests.apptest.fixtures import AppSetup, open_page
from tests.apptest.reading import html
from tests.paced_trainer import wait_until
from ui.runs.registry import get_registry
from ui.shell.training_status import find_look


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
