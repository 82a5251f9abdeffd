"""Actions on the list of runs, and what it shows."""

from streamlit.testing.v1 import AppTest

from model.runs.run_state import Status
from model.runs.training_run import TrainingRun
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from tests.apptest.fixtures import ME, open_training
from ui.runs.registry import get_registry, get_toy_corpus
from ui.runs.visitor_runs import get_run_lists

SHORT = TrainingConfig(steps=5, batch_size=32)


def create(seed: int = 3) -> TrainingRun:
    """Return a small run that is in nobody's list."""
    run = get_registry().create_run(get_toy_corpus(), ModelConfig(n_layers=1, n_heads=2, d_model=16, d_ff=16),
                             TrainingConfig(steps=5, batch_size=32, seed=seed))  # fmt: skip
    assert run.join(60).status is Status.TRAINED
    return run


def put(run: TrainingRun, name: str = "mine", visitor: str = ME) -> TrainingRun:
    get_run_lists().change(visitor, lambda runs: runs.with_run(run.digest, name))
    return run


def listed(visitor: str = ME, **query: str) -> AppTest:
    app = open_training("Runs", visitor, **query)
    assert not app.exception
    return app


def names(app: AppTest) -> list[str]:
    """Return the names as shown."""
    pieces = [piece.proto.body for piece in app.get("html") if 'class="named"' in piece.proto.body]
    return [piece.partition("<bdi>")[2].partition("</bdi>")[0] for piece in pieces]


def press(app: AppTest, what: str, run: TrainingRun) -> AppTest:
    app.button(f"run_{what}_{run.digest}").click().run()
    assert not app.exception
    return app


def load(app: AppTest, data: bytes, name: str = "run.zip") -> AppTest:
    app.file_uploader[0].upload(name, data, "application/zip").run()
    assert not app.exception
    return app


def as_markdown(app: AppTest) -> str:
    """Return the warnings of the page with their escapes."""
    return " ".join(warning.value for warning in app.warning)
