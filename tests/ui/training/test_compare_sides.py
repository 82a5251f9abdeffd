"""The choice of the two runs and steps that are compared, by hand, by a link and by the browser's history."""

import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest

from model.runs.run_state import RunState, Status
from model.runs.training_run import TrainingRun
from model.training.config import TrainingConfig
from model.training.loop import Progress, train
from model.transformer.config import ModelConfig
from tests.apptest.fixtures import ME, SOMEBODY, AppSetup, open_page, open_training
from tests.apptest.reading import html
from tests.apptest.run_list import create
from tests.ui.training.comparison import cells, compared, figures
from ui.runs.registry import get_registry, get_toy_corpus
from ui.runs.visitor_runs import get_run_lists
from ui.widgets import link_keys
from ui.widgets.number_format import format_number

NONSENSE = ["", "99", "-1", "abc", "NaN", "<b>", "\x00", "9" * 400, "../x", "f" * 32]


def test_by_default_a_run_is_compared_with_an_early_step(writable_app_setup: AppSetup) -> None:
    app = compared()
    early, late = app.select_slider("a_step").value, app.select_slider("b_step").value
    assert 60 / 4 <= early < late == 60, "late enough for its curves to be seen"
    assert "two steps of one run" in html(app)
    assert "Both are fed B’s translation (teacher forcing)" in html(app), "of the lower loss"
    np.testing.assert_allclose(cells(app, "map_difference"), cells(app, "map_B") - cells(app, "map_A"), atol=1e-6)


def test_two_runs_of_other_visitors_have_different_names(writable_app_setup: AppSetup) -> None:
    runs = [create(seed).digest for seed in (3, 4)]
    app = compared(a=runs[0], b=runs[1])
    assert {*runs} <= {box.value for box in app.selectbox}
    for box in app.selectbox[:2]:
        assert len({*box.options}) == len(box.options) == 3


def test_the_link_holds_both_sides(other: TrainingRun) -> None:
    app = compared(b=other.digest, b_step="5", a_step="20")
    assert app.selectbox("choose_b").value == other.digest
    assert (app.select_slider("a_step").value, app.select_slider("b_step").value) == (20, 5)
    app.selectbox("choose_a").set_value(other.digest).run()
    assert not app.exception
    assert app.query_params["a"] == other.digest
    assert app.select_slider("a_step").value == 10, "a step that the other run does not have is its last"


@pytest.mark.parametrize("value", NONSENSE, ids=lambda value: ascii(value)[:20])
def test_a_nonsense_link_is_corrected(writable_app_setup: AppSetup, value: str) -> None:
    app = compared(a=value, b=value, a_step=value, b_step=value, kind=value, layer=value, head=value)
    assert figures(app)


def test_the_slider_tells_the_true_step_while_a_run_trains(writable_app_setup: AppSetup) -> None:
    may_end = threading.Event()

    def halting(*arguments, **options) -> Iterator[Progress]:
        for progress in train(*arguments, **options):
            yield progress
            if progress.step == 5:
                may_end.wait(60)

    writable_app_setup.trainer = halting
    config = TrainingConfig(steps=1500, batch_size=32)
    run = get_registry().create_run(get_toy_corpus(), ModelConfig(n_layers=1, n_heads=2, d_model=8, d_ff=8), config)
    try:
        deadline = time.monotonic() + 60
        while not (run.state.snapshot and run.state.snapshot.step == 5) and time.monotonic() < deadline:
            time.sleep(0.02)
        app = compared(b=run.digest)
        assert app.select_slider("b_step").label == f"Training step of B 5 of {format_number(1500)}"
        assert app.select_slider("a_step").label == "Training step of A"
        app.select_slider("b_step").set_value(run.kept_steps[-2]).run()
        assert app.select_slider("b_step").label == "Training step of B: not reached, 5 is shown"
    finally:
        may_end.set()
        run.pause()


def test_damaged_earlier_weights_of_the_other_run_are_reported(other: TrainingRun) -> None:
    default = get_registry().open_default()
    default.folder.path.joinpath("step-0000005.safetensors").write_bytes(b"not weights")
    app = compared(run=other.digest, b=default.digest, b_step="5")
    assert "5" not in app.select_slider("b_step").options
    assert [caption.value.startswith("B: The weights of step 5 cannot be shown") for caption in app.caption] == [True]


@pytest.mark.parametrize("side", ["a", "b"])
def test_a_link_to_a_missing_run_is_reported(writable_app_setup: AppSetup, side: str) -> None:
    app = open_training("Compare", **{side: "nonsense"})
    assert not app.exception
    assert [f"Run {side.upper()} of this link is not on this server" in toast.value for toast in app.toast] == [True]
    assert not any("not on this server" in toast.value for toast in open_training("Compare").toast)


def test_the_runs_follow_the_browser_s_history(other: TrainingRun) -> None:
    app = compared()
    default, boxes = get_registry().open_default().digest, ("choose_a", "choose_b")
    assert [app.selectbox(box).value for box in boxes] == [default, other.digest]
    app.selectbox("choose_a").set_value(other.digest).run()
    for link, first in (("", default), (other.digest, other.digest)):
        app.query_params["a"] = link
        app.run()
        assert [app.selectbox(box).value for box in boxes] == [first, other.digest]
        assert app.query_params.get("a", "") in (link, [link])


@pytest.mark.parametrize("is_listed", [True, False])
def test_the_address_of_another_view_has_no_sides_and_they_are_compared_again(
    other: TrainingRun, *, is_listed: bool
) -> None:
    if not is_listed:
        get_run_lists().change(ME, lambda runs: runs.without_run(other.digest))
    app = compared(b=other.digest)
    app.segmented_control(link_keys.VIEW).set_value("Watch").run()
    assert not {"a", "b"} & {*app.query_params}
    app.segmented_control(link_keys.VIEW).set_value("Compare").run()
    assert not app.exception
    assert app.selectbox("choose_b").value == other.digest
    assert other.digest in app.query_params["b"]
    default = get_registry().open_default().digest
    app.selectbox("choose_b").set_value(default).run()
    assert app.selectbox("choose_b").value == default, "what was kept is used once"


def test_a_copied_link_shows_the_same_runs_to_a_visitor_with_other_runs(other: TrainingRun) -> None:
    app = compared()
    link = {key: value if isinstance(value, str) else value[0] for key, value in app.query_params.items()}
    guest = open_page("pages/training.py", link, SOMEBODY)
    assert [app.selectbox(box).value for box in ("choose_a", "choose_b")] == [
        guest.selectbox(box).value for box in ("choose_a", "choose_b")
    ]


def test_untouched_steps_are_the_usual_ones_of_each_new_choice(other: TrainingRun) -> None:
    app = compared(b=other.digest)
    assert [app.select_slider(key).value for key in ("a_step", "b_step")] == [60, 10]
    default = get_registry().open_default().digest
    app.selectbox("choose_b").set_value(default).run()
    assert not app.exception
    fresh = compared(b=default)
    for key in ("a_step", "b_step"):
        assert app.select_slider(key).value == fresh.select_slider(key).value, "as a copied link shows"


@pytest.mark.parametrize(("linked", "shown"), [({}, 60), ({"a_step": "0"}, 0)])
def test_after_a_deletion_an_early_step_is_compared_again(
    other: TrainingRun, linked: dict[str, str], shown: int
) -> None:
    app = compared(b=other.digest, **linked)
    assert app.select_slider("a_step").value == shown
    get_run_lists().change(ME, lambda runs: runs.without_run(other.digest))
    get_registry().delete(other.digest)
    app.run()
    assert not app.exception
    assert 0 < app.select_slider("a_step").value < app.select_slider("b_step").value == 60
    assert "two steps of one run" in html(app)


def test_a_run_that_failed_before_its_first_weights_is_not_said_to_have_started(writable_app_setup: AppSetup) -> None:
    config = TrainingConfig(steps=5, batch_size=32)

    def failing(*arguments, **options) -> Iterator[Progress]:
        if config in arguments:
            raise ValueError("The loss is *infinite*.")
        yield from train(*arguments, **options)

    writable_app_setup.trainer = failing
    run = get_registry().create_run(get_toy_corpus(), ModelConfig(n_layers=1), config)
    assert run.join(60).status is Status.FAILED
    said = [info.value.replace("\\", "") for info in compared(b=run.digest).info]
    assert said == ["B has no weights: its training failed. The loss is *infinite*."]


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (Status.WAITING, "is waiting"),
        (Status.TRAINING, "has just started"),
        (Status.PAUSED, "is paused"),
        (Status.STOPPED, "is stopped"),
    ],
)
def test_what_a_run_without_weights_does_is_told(
    other: TrainingRun, monkeypatch: pytest.MonkeyPatch, status: Status, said: str
) -> None:
    kept = TrainingRun.kept_steps
    monkeypatch.setattr(TrainingRun, "kept_steps", property(lambda run: () if run is other else kept.fget(run)))
    monkeypatch.setattr(other, "state", RunState(None, 10, status))
    (told,) = compared(b=other.digest).info
    assert told.value == f"B has no weights yet: its training {said}."
