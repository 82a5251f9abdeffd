"""The choice among the views of a page."""

from collections.abc import Sequence
from functools import partial
from typing import NoReturn

import streamlit as st

from ui.widgets import link_keys, playback, session, widget_keys
from ui.widgets.option_choice import choose_option


def choose_view(names: Sequence[str]) -> str:
    """Show the names of a page's views and return the chosen one; the URL holds it."""
    if asked := session.take(widget_keys.ASKED_VIEW):
        session.put(link_keys.VIEW, asked)
    view = choose_option(
        "View", names, link_keys.VIEW, is_bare=True, on_change=partial(session.put, widget_keys.IS_VIEW_CHANGED, True)
    )
    # If a timer of the view before asks for a run meanwhile, the end of this one is lost in the browser, which would
    # keep elements of that view; the end of a run of the whole page never is.
    if session.take(widget_keys.IS_VIEW_CHANGED):
        playback.stop_all()
        st.rerun()
    return view


def go_to_view(name: str) -> NoReturn:
    """Draw the page again with another view, after this one was drawn."""
    session.put(widget_keys.ASKED_VIEW, name)
    st.rerun()
