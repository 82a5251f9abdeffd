"""A run to be compared with the default one."""

import pytest

from model.runs.run_state import Status
from model.runs.training_run import TrainingRun
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig, Norm
from tests.apptest.fixtures import ME, AppSetup
from ui.runs.registry import get_registry, get_toy_corpus
from ui.runs.visitor_runs import get_run_lists


@pytest.fixture
def other(writable_app_setup: AppSetup) -> TrainingRun:
    """A run with other sizes than the default one."""
    run = get_registry().create_run(
        get_toy_corpus(), ModelConfig(n_layers=1, n_heads=2, norm=Norm.POST), TrainingConfig(steps=10, batch_size=32)
    )
    assert run.join(60).status is Status.TRAINED
    get_run_lists().change(ME, lambda runs: runs.with_run(run.digest, "other <b>"))
    return run
