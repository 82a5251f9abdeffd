"""A small training that a page test starts, and readers of the page that starts it."""

from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button

from model.runs.training_run import TrainingRun
from ui.runs.registry import get_registry
from ui.training import training_page_keys

TINY_RUN = {
    "new_steps": "10", "new_batch": "8", "new_layers": "1", "new_heads": "2", "new_width": "8", "new_inner": "8",
}  # fmt: skip


def button(app: AppTest, key: str = training_page_keys.START) -> Button:
    """Return the button of a key or label; by default the one that starts the training."""
    return next(button for button in app.button if key in (button.key, button.label))


def get_run(app: AppTest) -> TrainingRun:
    """Return the run that the link names."""
    digest = app.query_params["run"]
    run = get_registry().open_run(digest if isinstance(digest, str) else digest[0])
    assert run is not None
    return run
