"""Playback, and a visitor who uses other controls meanwhile."""

from itertools import count
from time import monotonic
from types import SimpleNamespace
from typing import Any

import pytest

from tests.apptest.fixtures import Open, open_training
from tests.apptest.reading import chips
from ui.widgets import link_keys, playback, widget_keys


@pytest.mark.parametrize("late", [0.0, 0.5, 0.9, 5.0])
def test_a_slider_can_be_moved_while_it_plays_however_late(opened: Open, late: float) -> None:
    app = opened(sentence="the cat sees the dog ")
    app.slider("step").set_value(1).run()
    app.button("play").click().run()
    assert not app.exception
    app.session_state[widget_keys.TICKED + "play"] = monotonic() - late
    app.slider("layer").set_value(2).run()
    assert not app.exception
    assert chips(app, "French")


def test_a_step_waits_for_a_page_that_takes_longer_than_a_tick(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(sentence="the cat sees the dog ")
    app.slider("step").set_value(1).run()
    monkeypatch.setattr(playback, "time", SimpleNamespace(monotonic=count(0, 5).__next__))
    app.button("play").click().run()
    assert not app.exception
    assert app.slider("step").value == 1


def test_one_thing_plays_at_a_time(opened: Open) -> None:
    app = opened(sentence="the cat sees the dog ")
    app.button("play").click().run()
    app.button("play_training").click().run()
    assert [app.button(name).label for name in ("play", "play_training")] == ["Play the steps", "Pause"]
    app.button("play").click().run()
    assert [app.button(name).label for name in ("play", "play_training")] == ["Pause", "Play the training"]
    assert not app.exception


@pytest.mark.usefixtures("app_setup")
def test_another_view_stops_what_plays() -> None:
    app = open_training("Watch")
    app.button("play_training").click().run()
    assert app.button("play_training").label == "Pause"
    for view in ("Runs", "Watch"):
        app.segmented_control(link_keys.VIEW).set_value(view).run()
        assert not app.exception
    assert app.button("play_training").label == "Play the training"


def test_the_browser_s_back_stops_what_plays_and_a_step_of_its_own_does_not(session_values: dict[str, Any]) -> None:
    session_values[widget_keys.PLAYING] = "play"
    for is_own_step, is_playing in ((True, True), (False, False)):
        changed = frozenset({link_keys.STEP})
        session_values |= {f"{widget_keys.ADVANCED}play": is_own_step, widget_keys.CHANGED: changed}
        playback.stop_on_back("play_training", link_keys.TRAINING_STEP, "")
        playback.stop_on_back("play", link_keys.STEP, "3")
        assert playback.is_playing("play") is is_playing
