"""The buttons of a training: who gets them."""

import pytest

from model.runs.run_state import Status
from model.runs.trainer_lock import TrainerLock
from model.runs.training_queue import QUEUE
from model.runs.training_run import TrainingRun
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from tests.apptest.fixtures import ME, SOMEBODY, AppSetup, open_training
from tests.paced_trainer import wait_until
from ui.runs.registry import get_registry, get_toy_corpus
from ui.runs.visitor_runs import get_run_lists

BUTTONS = {"Pause", "Resume", "Stop", "Restart this run"}


@pytest.fixture
def trained(writable_app_setup: AppSetup) -> TrainingRun:
    """A run that this visitor started."""
    config = TrainingConfig(steps=10, batch_size=8)
    run = get_registry().create_run(get_toy_corpus(), ModelConfig(n_layers=1, n_heads=2, d_model=8, d_ff=8), config)
    get_run_lists().change(ME, lambda runs: runs.with_run(run.digest, "mine", is_started=True))
    assert run.join(60).status is Status.TRAINED
    return run


@pytest.mark.usefixtures("app_setup")
def test_nobody_controls_the_default_training() -> None:
    assert not BUTTONS & {button.label for button in open_training("Watch").button}


def test_only_the_visitor_who_started_a_run_controls_it(trained: TrainingRun) -> None:
    own, other = (open_training("Watch", visitor, run=trained.digest) for visitor in (ME, SOMEBODY))
    assert not own.exception
    assert not other.exception
    assert "Restart this run" in [button.label for button in own.button]
    assert not BUTTONS & {button.label for button in other.button}
    get_run_lists().change(SOMEBODY, lambda runs: runs.with_run(trained.digest, "kept"))
    assert not BUTTONS & {button.label for button in other.run().button}, "keeping a run gives no control over it"
    assert "Restart this run" in [button.label for button in own.run().button], "and takes none from its owner"


def test_the_last_visitor_who_has_a_run_controls_it(trained: TrainingRun) -> None:
    get_run_lists().change(SOMEBODY, lambda runs: runs.with_run(trained.digest, "kept"))
    other = open_training("Watch", SOMEBODY, run=trained.digest)
    assert not BUTTONS & {button.label for button in other.button}
    get_run_lists().change(ME, lambda runs: runs.without_run(trained.digest))
    assert BUTTONS & {button.label for button in other.run().button}


def test_a_run_without_weights_can_be_stopped(writable_app_setup: AppSetup) -> None:
    wait_until(lambda: not QUEUE.entries)  # trainings of earlier tests
    lock = TrainerLock(get_registry().path)
    assert lock.try_acquire("elsewhere")
    config = TrainingConfig(steps=10, batch_size=8)
    run = get_registry().create_run(get_toy_corpus(), ModelConfig(n_layers=1, n_heads=2, d_model=8, d_ff=8), config)
    get_run_lists().change(ME, lambda runs: runs.with_run(run.digest, "mine", is_started=True))
    app = open_training("Watch", run=run.digest)
    next(button for button in app.button if button.label == "Stop").click().run()
    assert not app.exception
    wait_until(lambda: not run.is_busy)
    lock.release("elsewhere")
    assert run.state.status is Status.STOPPED


@pytest.mark.parametrize("has_thread", [True, False])
def test_a_paused_run_can_be_stopped_also_without_a_thread(writable_app_setup: AppSetup, *, has_thread: bool) -> None:
    config = TrainingConfig(steps=100_000, batch_size=8)
    run = get_registry().create_run(get_toy_corpus(), ModelConfig(n_layers=1, n_heads=2, d_model=8, d_ff=8), config)
    get_run_lists().change(ME, lambda runs: runs.with_run(run.digest, "mine", is_started=True))
    assert run.wait(60)
    run.pause()
    run.join(60)
    if not has_thread:
        run.release()
        wait_until(lambda: not run.is_busy)
    app = open_training("Watch", run=run.digest)
    next(button for button in app.button if button.label == "Stop").click().run()
    assert not app.exception
    assert run.state.status is Status.STOPPED
    assert BUTTONS & {button.label for button in app.button} == {"Resume", "Restart this run"}
