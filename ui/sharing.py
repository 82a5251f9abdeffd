"""A link to what is on the page."""

from pathlib import Path

import streamlit as st

_BUTTON = Path(__file__).parent.parent / "assets" / "copy_link.html"


def copy_link() -> None:
    """A button that copies the address of the page, which holds its state."""
    st.html(_BUTTON, unsafe_allow_javascript=True, width="content")
