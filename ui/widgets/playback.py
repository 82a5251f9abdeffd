"""Letting something advance by itself, a tick at a time, until somebody stops it or it has come to its end.

One thing at a time: whatever advances draws the page, and would hold up the rest.
"""

import time
from collections.abc import Callable

import streamlit as st

from ui.widgets import session, widget_keys


def button(name: str, label: str, *, on_click: Callable[[], None], is_off: bool = False) -> None:
    """The button that starts and stops it; the callback is called when it is to play from now on."""
    is_on = is_playing(name)
    icon, label = (":material/pause:", "Pause") if is_on else (":material/play_arrow:", label)
    st.button(label, key=name, icon=icon, on_click=_toggle, args=(name, on_click), disabled=is_off)


def is_playing(name: str) -> bool:
    """Whether it advances by itself now."""
    return bool(session.get(widget_keys.PLAYING) == name)


def stop(name: str) -> None:
    """Hold still from here on."""
    if is_playing(name):
        session.put(widget_keys.PLAYING, "")


def clock(name: str, seconds: float, advance: Callable[[], bool]) -> None:
    """While it plays, advance at each tick and draw the page again; each state is on show for a whole tick.

    Args:
        name: of the button.
        seconds: of a tick.
        advance: takes one step; returns whether there is another.
    """
    if is_playing(name):
        session.put(widget_keys.TICKED + name, time.monotonic())
        st.fragment(_tick, run_every=seconds)(name, seconds, advance)


def _tick(name: str, seconds: float, advance: Callable[[], bool]) -> None:
    if not is_playing(name) or time.monotonic() - session.get(widget_keys.TICKED + name) < 0.8 * seconds:
        return
    if not advance():
        stop(name)
    st.rerun()


def _toggle(name: str, on_click: Callable[[], None]) -> None:
    if is_playing(name):
        stop(name)
    else:
        session.put(widget_keys.PLAYING, name)
        on_click()
