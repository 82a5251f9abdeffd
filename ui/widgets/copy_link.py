"""A button that copies the address of the page."""

import streamlit as st

from ui.widgets.assets import ASSETS

_BUTTON = ASSETS / "copy_link.html"


def copy_link() -> None:
    """A button that copies the address of the page, which holds its state."""
    st.html(_BUTTON, unsafe_allow_javascript=True, width="content")
