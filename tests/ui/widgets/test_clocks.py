"""Clocks of a page, which start outside the fragment that draws it."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.apptest.fixtures import ME, AppSetup, Open, open_page
from ui.widgets import clocks, unbound_parameters, widget_keys


def test_no_fragment_is_inside_another(opened: Open) -> None:
    app = opened(sentence="the cat sees the dog ")
    app.button("play").click().run()
    assert list(app.session_state[widget_keys.STARTED_CLOCKS]) == ["play"]
    assert set(app._fragment_storage._parent_by_id.values()) == {None}


@pytest.mark.parametrize(
    ("script", "view", "n_clocks"),
    [("heads", "Importance", 1), ("heads", "Explanation", 1), ("training", "Runs", 1), ("attention", "", 0)],
)
def test_a_page_starts_what_it_asks_for(app_setup: AppSetup, script: str, view: str, n_clocks: int) -> None:
    app = open_page(f"pages/{script}.py", {"view": view} if view else {}, ME)
    assert len(app.session_state[widget_keys.STARTED_CLOCKS]) == n_clocks
    assert set(app._fragment_storage._parent_by_id.values()) == {None}


def page_with_clock() -> None:
    """A page that is drawn again alone, as after a choice on it; the clock was not needed before."""
    import streamlit as st

    from ui.widgets import clocks, session, widget_keys

    def draw() -> None:
        clocks.forget_clocks()
        clocks.ask_for_clock("beat", 0.5, lambda: st.session_state.update(beats=1))
        clocks.follow_changes()

    st.session_state["drawn"] = st.session_state.get("drawn", 0) + 1
    if st.session_state["drawn"] == 1:
        session.put(widget_keys.STARTED_CLOCKS, {})
        draw()
        raise AssertionError("not drawn again")
    with clocks.start_clocks():
        draw()


def test_a_page_that_needs_another_clock_is_drawn_again_as_a_whole() -> None:
    app = AppTest.from_function(page_with_clock).run()
    assert not app.exception
    assert app.session_state["drawn"] == 2
    assert app.session_state[widget_keys.STARTED_CLOCKS] == {"beat": 0.5}
    assert app.session_state["beats"] == 1, "a clock ticks when it is started"


def test_a_held_page_is_drawn_again_by_the_first_tick_after_that(
    session_values: dict[str, Any], url: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[dict[str, str]] = []
    started: list[Callable[[], None]] = []
    now = [100.0]
    monkeypatch.setattr(st, "fragment", lambda tick, run_every: lambda *name: started.append(partial(tick, *name)))
    monkeypatch.setattr(st, "rerun", lambda: drawn.append(dict(url)))
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    with clocks.start_clocks():
        clocks.ask_for_clock("any", 1.0, lambda: None)
    *_, tick = started
    unbound_parameters.write("off", "cross-1-1")
    clocks.redraw_page()
    assert drawn == [{"off": "cross-1-1"}]
    clocks.hold_page(5.0)
    now[0] += 4.9
    clocks.redraw_page()
    tick()
    assert clocks.is_held()
    assert len(drawn) == 1
    now[0] += 0.2
    url.clear()
    tick()
    assert drawn == [{"off": "cross-1-1"}] * 2, "under the URL of the page, not that of the tick"
    tick()
    assert len(drawn) == 2, "once"
