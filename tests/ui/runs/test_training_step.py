"""The choice of a training step, on the Translate page and in the view "Watch"."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from model.runs.training_run import TrainingRun
from tests.apptest.fixtures import TINY, AppSetup, Open, open_page, open_training
from tests.apptest.reading import chart, chips, html
from ui.runs import run_keys, training_step
from ui.runs.registry import get_registry
from ui.runs.training_step import get_step_parameter
from ui.widgets import link_keys


def slider(app: AppTest):
    return app.select_slider("training_step")


def test_the_newest_weights_are_shown_first(opened: Open) -> None:
    app = opened()
    assert slider(app).value == 60
    assert "training_step" not in app.query_params


def test_an_earlier_step_shows_the_maps_of_its_weights(app_setup: AppSetup, opened: Open) -> None:
    newest = chart(opened())["data"][0]["z"]
    app = opened()
    slider(app).set_value(5).run()
    assert not app.exception
    earlier = chart(app)["data"][0]["z"]
    assert earlier != newest
    linked = opened(training_step="5")
    assert chart(linked)["data"][0]["z"] == earlier
    run = get_registry().open_default()
    assert run.load_snapshot(5).step == 5
    slider(linked).set_value(60).run()
    assert chart(linked)["data"][0]["z"] == newest, "the newest maps come back exactly"


def test_the_step_of_a_run_that_is_not_here_is_not_that_of_the_default_run(opened: Open) -> None:
    app = opened(run="f" * 32, training_step="5")
    assert not app.exception
    assert "the default model is shown" in app.warning[0].value
    assert slider(app).value == 60
    slider(app).set_value(5).run()
    assert slider(app).value == 5, "a visitor may choose it"
    app.query_params["run"] = "e" * 32  # as after the browser's Back
    assert slider(app.run()).value == 60


@pytest.mark.parametrize("step", ["abc", "-1", "7", "1e9", "", "9" * 400, "<b>"])
def test_a_link_with_a_step_that_is_not_kept_shows_the_newest(opened: Open, step: str) -> None:
    app = opened(training_step=step)
    assert not app.exception
    assert slider(app).value == 60
    assert chart(app)["data"][0]["z"] == chart(opened())["data"][0]["z"]


def test_play_goes_through_the_training(opened: Open) -> None:
    app = opened()
    app.button("play_training").click().run()
    assert not app.exception
    assert slider(app).value == 0
    slider(app).set_value(20).run()
    assert slider(app).value == 20, "moving the slider stops the playback"


def test_returning_to_the_newest_weights_stops_the_playback(opened: Open) -> None:
    app = opened(training_step="20")
    app.button("play_training").click().run()
    assert slider(app).value == 20, "it begins anew only at the end"
    assert app.button("play_training").label == "Pause"
    app.button(run_keys.NEWEST).click().run()
    assert slider(app).value == 60
    assert app.button("play_training").label == "Play the training"


def test_the_sentence_and_step_of_decoding_stay_where_they_are(opened: Open) -> None:
    app = opened(sentence="i eat fish ", step="2")
    slider(app).set_value(40).run()
    assert chips(app, "English") == ["i", "eat", "fish"]
    assert app.slider("step").value == 2


@pytest.mark.parametrize("view", ["", "Watch", "Compare"])
def test_a_training_that_restarts_meanwhile_draws_the_page_again(
    writable_app_setup: AppSetup, monkeypatch: pytest.MonkeyPatch, view: str
) -> None:
    kept, calls = TrainingRun.kept_steps, []

    def kept_steps(run: TrainingRun) -> tuple[int, ...]:
        calls.append(run)
        return () if len(calls) == 1 else kept.fget(run)

    monkeypatch.setattr(TrainingRun, "kept_steps", property(kept_steps))
    app = open_training(view) if view else open_page("", {})
    assert not app.exception
    assert len(calls) > 1
    assert html(app)


def test_during_training_the_slider_names_the_newest_step(training_app_setup: AppSetup, opened: Open) -> None:
    newest = get_registry().open_default().state.snapshot.step
    assert newest < TINY.steps
    app = opened()
    assert app.select_slider("training_step").label == f"Training step {newest} of {TINY.steps}"
    training_app_setup.trainer.let(TINY.steps)
    get_registry().open_default().join(60)
    assert app.run().select_slider("training_step").label == "Training step"


def test_an_earlier_step_is_that_of_its_run_only(session_values: dict[str, Any], url: dict[str, str]) -> None:
    session_values[run_keys.EARLIER_STEP] = ("a" * 32, 20)
    for query, expected in (({"run": "a" * 32}, {"training_step": "20"}), ({"run": "b" * 32}, {}), ({}, {})):
        url.clear()
        url.update(query)
        assert get_step_parameter() == expected
    session_values[run_keys.EARLIER_STEP] = (None, 0)
    assert get_step_parameter() == {"training_step": "0"}, "of the default run"
    session_values[run_keys.EARLIER_STEP] = None
    assert get_step_parameter() == {}, "the newest weights"


def test_playback_goes_from_one_kept_step_to_the_next(session_values: dict[str, Any]) -> None:
    session_values |= {run_keys.KEPT_STEPS: (0, 5, 20, 60), link_keys.TRAINING_STEP: 5}
    goes_on = []
    for step in (20, 60):
        goes_on.append(training_step.advance())
        assert session_values[link_keys.TRAINING_STEP] == step
    assert goes_on == [True, False]
