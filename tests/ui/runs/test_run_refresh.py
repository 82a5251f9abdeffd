"""Keeping up with trainings: who is looked at, how often, and what a page is drawn again for."""

from model.runs.run_state import Status
from model.runs.training_run import TrainingRun
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from tests.apptest.fixtures import AppSetup
from ui.runs import run_refresh
from ui.runs.registry import get_registry, get_toy_corpus


def own(steps: int) -> TrainingRun:
    return get_registry().create_run(
        get_toy_corpus(), ModelConfig(n_layers=1), TrainingConfig(steps=steps, batch_size=16)
    )


def test_only_where_nothing_can_change_nobody_looks(writable_app_setup: AppSetup) -> None:
    default, other = get_registry().open_default(), own(5)
    assert not other.join(60).error
    assert (default.state.status, other.state.status) == (Status.TRAINED, Status.TRAINED)
    assert run_refresh.choose_interval([]) is run_refresh.choose_interval([default]) is None
    at_rest = run_refresh.choose_interval([default, other])
    assert at_rest
    learning = own(100_000)
    try:
        while_training = run_refresh.choose_interval([default, learning])
        assert while_training
        assert while_training < at_rest
    finally:
        learning.stop()
    learning.join(60)
    assert run_refresh.choose_interval([learning]) == at_rest, "its owner may go on with it"


def test_what_others_do_to_a_training_changes_its_mark(writable_app_setup: AppSetup) -> None:
    run = own(5)
    run.join(60)
    trained = run_refresh.get_version(run)
    assert run_refresh.get_version(run) == trained
    run.delete()
    assert run_refresh.get_version(run) != trained
