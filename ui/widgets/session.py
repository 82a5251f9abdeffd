"""What a session remembers under the keys of ``link_keys``, ``widget_keys`` and those of each page."""

from typing import Any

import streamlit as st


def get(key: str, default: Any = None) -> Any:
    """What this session holds under a key."""
    return st.session_state.get(key, default)


def put(key: str, value: Any) -> None:
    """Remember a value for this session; for a widget's key, only before the widget is drawn."""
    st.session_state[key] = value


def forget(key: str) -> None:
    """Hold nothing under a key any more."""
    st.session_state.pop(key, None)
