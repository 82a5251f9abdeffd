"""Playback of a sequence: one step at each tick until it ends or is stopped.

One sequence plays at a time, because every step draws the page again.
"""

import time
from collections.abc import Callable
from functools import partial

import streamlit as st

from ui.widgets import session, unbound_parameters, widget_keys
from ui.widgets.clocks import ask_for_clock, is_held, is_starting, redraw_page


def show_button(name: str, label: str, *, on_start: Callable[[], None], is_off: bool = False) -> None:
    """Draw the button that starts and stops a playback.

    Args:
        name: of the playback, and key of the button.
        label: of the button while nothing plays.
        on_start: called when the playback starts.
        is_off: True to disable the button.
    """
    is_on = is_playing(name)
    icon, label = (":material/pause:", "Pause") if is_on else (":material/play_arrow:", label)
    st.button(label, key=name, icon=icon, on_click=_toggle, args=(name, on_start), disabled=is_off)


def is_playing(name: str) -> bool:
    """Return True while this playback runs."""
    return bool(session.get(widget_keys.PLAYING) == name)


def stop(name: str) -> None:
    """Stop a playback, if it runs."""
    if is_playing(name):
        session.put(widget_keys.PLAYING, "")


def stop_all() -> None:
    """Stop whatever plays."""
    session.put(widget_keys.PLAYING, "")


def stop_on_back(name: str, key: str, text: str) -> None:
    """Stop a playback if the browser's Back has moved its slider.

    Call it after the slider is drawn and before the button.

    Args:
        name: of the playback.
        key: of the slider, which is bound to the URL.
        text: what the URL holds of the slider; "" for its default.
    """
    is_own_step = session.take(widget_keys.ADVANCED + name)  # which moves the URL too
    if unbound_parameters.take_change(key) and not is_own_step:
        stop(name)
    unbound_parameters.note(key, text)


def run_clock(name: str, seconds: float, advance: Callable[[], bool]) -> None:
    """Advance a running playback at each tick and draw the page again; every step is shown for a whole tick.

    Args:
        name: of the playback.
        seconds: length of a tick.
        advance: takes one step; returns True if another follows.
    """
    if is_playing(name):
        session.put(widget_keys.TICKED + name, time.monotonic())
        ask_for_clock(name, seconds, partial(_tick, name, seconds, advance))


def _tick(name: str, seconds: float, advance: Callable[[], bool]) -> None:
    # The widgets that a step changes have been drawn when a clock starts, however long that took.
    if is_starting() or is_held() or not is_playing(name) or _is_early(name, seconds):
        return
    if not advance():
        stop(name)
    session.put(widget_keys.ADVANCED + name, True)
    redraw_page()


def _is_early(name: str, seconds: float) -> bool:
    return bool(time.monotonic() - session.get(widget_keys.TICKED + name) < 0.8 * seconds)


def _toggle(name: str, on_start: Callable[[], None]) -> None:
    if is_playing(name):
        stop(name)
    else:
        session.put(widget_keys.PLAYING, name)
        on_start()
