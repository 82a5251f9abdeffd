"""Taps on figures choose the point that is touched."""

import streamlit as st

from ui.widgets.assets import ASSETS

_SCRIPT = ASSETS / "taps.html"


def follow_taps() -> None:
    """Let every figure of the page know which point a finger touches; nothing is drawn."""
    st.html(_SCRIPT, unsafe_allow_javascript=True, width="content")
