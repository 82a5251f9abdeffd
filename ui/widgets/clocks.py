"""Clocks: what a page does again and again beside the visitor's actions, such as a step of a playback.

Streamlit's own clock is a fragment with ``run_every``. Inside the fragment that draws a page it would be unsafe: when
that fragment is drawn again before its messages are sent, Streamlit drops them, but keeps those of the fragments inside
it; the browser finds no place for these and leaves an empty page. So a page asks for its clocks while it is drawn, and
they are started outside of it.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from ui.widgets import session, unbound_parameters, widget_keys

_DAY = 86_400.0  # seconds


@contextmanager
def start_clocks() -> Iterator[None]:
    """Start the clocks that the page asks for inside this context, which is that of a whole page, at its end."""
    session.put(widget_keys.STARTED_CLOCKS, None)
    forget_clocks()
    place = st.container(key=widget_keys.CLOCKS)
    yield
    with place:
        st.fragment(_stay, run_every=_DAY)()
        for name, seconds in _read_intervals().items():
            st.fragment(_tick, run_every=seconds)(name)
    session.put(widget_keys.STARTED_CLOCKS, _read_intervals())


def forget_clocks() -> None:
    """Forget the clocks asked for, before a page is drawn that asks again for those that it needs."""
    session.put(widget_keys.CLOCKS, {})


def ask_for_clock(name: str, seconds: float, tick: Callable[[], object]) -> None:
    """Call ``tick`` every so many seconds, from the end of this drawing of the page to the next."""
    session.get(widget_keys.CLOCKS)[name] = (seconds, tick)


def is_starting() -> bool:
    """Return True in the tick that comes with the start of a clock, at the end of the drawing that asked for it."""
    return session.get(widget_keys.STARTED_CLOCKS) is None


def follow_changes() -> None:
    """Draw the whole page again if it asked for other clocks than those that run."""
    if session.get(widget_keys.STARTED_CLOCKS) not in (None, _read_intervals()):
        st.rerun()


def redraw_page() -> None:
    """Draw the whole page again, from a tick, unless it is held: then a later tick does it."""
    if not is_held():
        session.forget(widget_keys.HELD_UNTIL)
        unbound_parameters.write_again()
        st.rerun()


def hold_page(seconds: float) -> None:
    """Let no tick draw the whole page for so long: the browser needs what this drawing alone shows.

    The first tick after that draws it, and so frees what the page kept.
    """
    session.put(widget_keys.HELD_UNTIL, time.monotonic() + seconds)


def is_held() -> bool:
    """Return True while no tick may draw the whole page."""
    return bool(time.monotonic() < session.get(widget_keys.HELD_UNTIL, 0.0))


def _read_intervals() -> dict[str, float]:
    return {name: seconds for name, (seconds, _) in session.get(widget_keys.CLOCKS).items()}


def _stay() -> None:
    """Do nothing: a browser with any clock asks a server that was restarted for the page; without one it waits."""


def _tick(name: str) -> None:
    if session.get(widget_keys.HELD_UNTIL):
        redraw_page()
    if name in session.get(widget_keys.CLOCKS):
        _, tick = session.get(widget_keys.CLOCKS)[name]
        tick()
