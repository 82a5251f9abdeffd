"""Keeping up with trainings: who is looked at, how often, and what a page is drawn again for."""

from model.runs.run_state import Status
from model.runs.training_run import TrainingRun
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from tests.apptest.fixtures import House
from ui.runs import cache, run_refresh


def own(steps: int) -> TrainingRun:
    return cache.runs().create_run(cache.corpus(), ModelConfig(n_layers=1), TrainingConfig(steps=steps, batch_size=16))


def test_only_where_nothing_can_change_nobody_looks(own_house: House) -> None:
    default, other = cache.runs().open_default(), own(5)
    assert not other.join(60).error
    assert (default.state.status, other.state.status) == (Status.TRAINED, Status.TRAINED)
    assert run_refresh.pace([]) is run_refresh.pace([default]) is None
    at_rest = run_refresh.pace([default, other])
    assert at_rest
    learning = own(100_000)
    try:
        while_training = run_refresh.pace([default, learning])
        assert while_training
        assert while_training < at_rest
    finally:
        learning.stop()
    learning.join(60)
    assert run_refresh.pace([learning]) == at_rest, "its owner may go on with it"


def test_what_others_do_to_a_training_changes_its_mark(own_house: House) -> None:
    run = own(5)
    run.join(60)
    trained = run_refresh.mark(run)
    assert run_refresh.mark(run) == trained
    run.delete()
    assert run_refresh.mark(run) != trained
