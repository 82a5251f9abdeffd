"""The choices of each page, kept while a visitor is on other pages.

Pages share names of widgets, and Streamlit empties the URL of a page that is left. So a page's choices are stored when
another page opens, and restored when it opens again, by a link or by the browser's Back.
"""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from ui.shell import shell_keys
from ui.widgets import link_keys, session

_SHARED = {link_keys.RUN, link_keys.TRAINING_STEP, link_keys.EDITS}  # the weights shown, the same on all pages
_KEYS = [key for name, key in vars(link_keys).items() if name.isupper() and key not in _SHARED]


def put(page: str, choices: Mapping[str, Any]) -> None:
    """Replace the choices with which a page opens next; a link with choices of its own wins."""
    session.put(shell_keys.PAGE_CHOICES, session.get(shell_keys.PAGE_CHOICES, {}) | {page: dict(choices)})


def open_page(page: str) -> None:
    """Store the choices of the page left and restore those of the page opened; call this before any widget is drawn."""
    left = session.get(shell_keys.SHOWN_PAGE)
    if left == page:
        return
    session.put(shell_keys.SHOWN_PAGE, page)
    if left is None:
        return
    put(left, {key: session.get(key) for key in _KEYS if key in st.session_state})
    for key in _KEYS:
        session.forget(key)
    choices = session.get(shell_keys.PAGE_CHOICES).get(page)
    if choices and not any(key in st.query_params for key in _KEYS):
        for key, value in choices.items():
            session.put(key, value)
        st.rerun()  # in a run caused by Back, Streamlit resets every widget that the URL does not name
