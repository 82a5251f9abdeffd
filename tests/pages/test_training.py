"""The state of the training on the pages: failures, damaged files, read-only folders."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from model.runs.run_state import Status
from model.training.loop import Progress, train
from tests.apptest.fixtures import AppSetup, Open
from tests.apptest.reading import chart, html
from ui.runs.registry import get_registry


def status(app: AppTest) -> str:
    return next(line for line in html(app).splitlines() if 'class="status' in line)


def captions(app: AppTest) -> list[str]:
    return [str(caption.value) for caption in app.caption]


def failing(reason: Exception, *, after: int) -> Any:
    """Return a trainer that fails once after some reports."""
    reasons = [reason]

    def trainer(*arguments: Any, **options: Any) -> Iterator[Progress]:
        for number, progress in enumerate(train(*arguments, **options)):
            if number >= after and reasons:
                raise reasons.pop()
            yield progress

    return trainer


@pytest.mark.parametrize(
    ("reason", "after", "words"),
    [
        (ArithmeticError("test failure ![x](y)"), 0, "test failure"),
        (ValueError("test failure"), 2, "test failure"),
        (OSError(28, "No space left on device", "/secret/path"), 0, "No space left on device"),
        (KeyError("/secret/path"), 2, "An unexpected error"),
    ],
)
def test_a_failing_training_says_why_and_can_be_tried_again(
    app_setup: AppSetup, opened: Open, tmp_path: Path, reason: Exception, after: int, words: str
) -> None:
    app_setup.folder, app_setup.trainer = tmp_path, failing(reason, after=after)
    run = get_registry().open_default()
    assert not run.join(60).is_training, "the failure was noticed"
    app = opened()
    assert not app.exception
    assert any(words in error.value.replace("\\", "") for error in app.error)
    assert not any("secret" in error.value for error in app.error), "no path of this server"
    assert not any("![x]" in error.value for error in app.error), "never read as Markdown"
    assert "training failed" in status(app)
    assert bool(app.get("plotly_chart")) == (after > 0), "weights from before the failure can be used"
    (again,) = [button for button in app.button if button.label == "Try again"]
    again.click().run()
    assert run.join(60).status is Status.TRAINED
    app.run()
    assert not app.error
    assert "trained" in status(app)
    assert chart(app)["data"]


def test_a_trained_model_is_shown_at_once(opened: Open) -> None:
    app = opened()
    assert "trained" in status(app)
    assert captions(app) == []


def test_a_damaged_file_is_reported_in_one_line(
    app_setup: AppSetup, opened: Open, trained_folder: Path, tmp_path: Path
) -> None:
    (run,) = trained_folder.glob("runs/*")
    saved = tmp_path / "runs" / run.name
    shutil.copytree(run, saved)
    newest = max(saved.glob("step-*"))
    newest.write_bytes(b"not weights")
    app_setup.folder = tmp_path
    get_registry().open_default().join(60)
    app = opened()
    (notice,) = captions(app)
    assert "set aside" in notice
    assert "\n" not in notice
    assert chart(app)["data"]
    assert saved.with_suffix(".damaged").exists()
    assert newest.read_bytes() != b"not weights", "trained and saved again"


def test_damaged_earlier_weights_are_reported_and_the_slider_goes_without_them(
    writable_app_setup: AppSetup, opened: Open
) -> None:
    run = get_registry().open_default()
    run.folder.path.joinpath("step-0000005.safetensors").write_bytes(b"not weights")
    app = opened(training_step="5")
    assert not app.exception
    assert app.select_slider("training_step").value == 60
    assert "5" not in app.select_slider("training_step").options
    (notice,) = captions(app)
    assert "step 5 cannot be shown" in notice


def test_a_folder_that_cannot_be_written_is_reported_in_one_line(
    app_setup: AppSetup, opened: Open, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("not a folder")
    app_setup.folder = tmp_path / "file" / "cache"
    get_registry().open_default().join(60)
    app = opened()
    assert not app.exception
    (notice,) = captions(app)
    assert "memory" in notice
    assert "set aside" not in notice, "nothing was there to set aside"
    assert chart(app)["data"]
