"""The step slider follows its default until a visitor chooses a step, whatever a slow browser reports."""

from collections.abc import Sequence

import pytest
from streamlit.testing.v1 import AppTest

from ui.widgets import widget_keys


def _script(is_training: bool) -> None:  # runs on its own
    import streamlit as st

    from ui.widgets import step_slider

    n_steps = st.session_state["n_steps"]
    default = max(1, n_steps - st.session_state.get("n_after_default", 0))
    step_slider.choose_step(st.session_state["text"], n_steps, default, is_training=is_training)


class Page:
    """The slider alone, over texts with known numbers of steps."""

    def __init__(self, *, is_training: bool = False) -> None:
        self.app = AppTest.from_function(_script, default_timeout=60, kwargs={"is_training": is_training})

    def write(self, n_steps: int) -> int:
        """Change the text, and return the step shown."""
        self.app.session_state["text"], self.app.session_state["n_steps"] = f"a text of {n_steps}", n_steps
        return self._run()

    def change_model(self, n_steps: int) -> int:
        """Let the same text have another number of steps, and return the step shown."""
        self.app.session_state["n_steps"] = n_steps
        return self._run()

    def report(self, step: int) -> int:
        """Let the browser report a step, and return the step shown."""
        self.app.slider("step").set_value(step)
        return self._run()

    def _run(self) -> int:
        assert not self.app.run().exception
        step: int = self.app.slider("step").value
        return step


@pytest.mark.parametrize("lengths", [(4, 6, 9), (9, 6, 4), (2, 2, 3), (1, 5)])
def test_the_default_is_shown_while_a_visitor_types(lengths: Sequence[int]) -> None:
    page = Page()
    assert [page.write(n_steps) for n_steps in lengths] == [*lengths]
    page.app.session_state["n_after_default"] = 1
    assert [page.write(n_steps) for n_steps in lengths] == [max(1, n_steps - 1) for n_steps in lengths]


@pytest.mark.parametrize(("chosen", "first"), [(None, 1), (2, 2), (4, 1)])
def test_steps_are_played_from_the_chosen_one_or_from_the_first(chosen: int | None, first: int) -> None:
    page = Page()
    page.app.session_state["n_after_default"] = 1
    page.write(4)
    if chosen:
        page.report(chosen)
    page.app.button("play").click().run()
    assert page.app.slider("step").value == first


def test_no_button_leads_beyond_the_steps() -> None:
    page = Page()
    page.write(4)
    names = ("first", "back", "forward", "last")
    assert [page.app.button(name).disabled for name in names] == [False, False, True, True]
    page.report(1)
    assert [page.app.button(name).disabled for name in names] == [True, True, False, False]


def test_a_browser_that_reports_a_previous_default_does_not_move_the_slider() -> None:
    page = Page(is_training=True)
    assert [page.write(n_steps) for n_steps in (4, 6, 9)] == [4, 6, 9]
    assert [page.report(step) for step in (4, 6)] == [9, 9]
    previous = page.app.session_state[widget_keys.PREVIOUS_DEFAULTS]
    page.app.session_state[widget_keys.PREVIOUS_DEFAULTS] = [(step, until - 60) for step, until in previous]
    assert page.report(4) == 4, "later it is a choice"


def test_without_training_a_reported_value_is_a_choice() -> None:
    page = Page()
    assert [page.write(4), page.write(9)] == [4, 9]
    assert page.report(4) == 4


def test_a_choice_ends_with_its_text() -> None:
    page = Page()
    page.write(9)
    assert page.report(4) == 4
    assert page.write(8) == 8


def test_a_playback_ends_with_its_text() -> None:
    page = Page()
    page.write(5)
    page.app.button("play").click().run()
    assert page.app.button("play").label == "Pause"
    page.write(6)
    assert page.app.button("play").label == "Play the steps"


def test_a_choice_comes_back_after_steps_were_fewer() -> None:
    page = Page()
    page.write(9)
    assert page.report(7) == 7
    assert [page.change_model(n_steps) for n_steps in (3, 9, 5, 12)] == [3, 7, 5, 7]


def test_a_browser_that_reports_the_default_does_not_fix_it() -> None:
    page = Page()
    page.write(9)
    page.app.session_state[widget_keys.DEFAULT_STEP] = 3  # as a slider that is new to the page reports its first value
    assert page.report(3) == 9


@pytest.mark.parametrize("chosen", [1, 2, 3])
def test_a_chosen_step_stays_while_there_are_as_many_steps_or_more(chosen: int) -> None:
    page = Page()
    page.write(5)
    assert page.report(chosen) == chosen
    page.app.query_params["step"] = str(chosen)  # as the browser has it now
    assert [page.change_model(n_steps) for n_steps in (3, 5, 3)] == [chosen] * 3, "also as the last one, the default"
