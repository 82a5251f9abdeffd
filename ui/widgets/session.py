"""The values of one browser session, under the keys of ``link_keys``, ``widget_keys`` and those of each page."""

from typing import Any

import streamlit as st


def get(key: str, default: Any = None) -> Any:
    """Return the value of a key."""
    return st.session_state.get(key, default)


def has(key: str) -> bool:
    """Return True if a key has a value, which may be None."""
    return key in st.session_state


def put(key: str, value: Any) -> None:
    """Set the value of a key; of a widget's key only before the widget is drawn."""
    st.session_state[key] = value


def take(key: str) -> Any:
    """Return the value of a key, None without one, and delete the key."""
    return st.session_state.pop(key, None)


def forget(key: str) -> None:
    """Delete a key, if it is there."""
    st.session_state.pop(key, None)
