"""A button that copies the page's URL."""

import streamlit as st

from ui.widgets.assets import ASSETS

_BUTTON = ASSETS / "copy_link.html"


def show_copy_link() -> None:
    """Draw the button; the URL holds the state of the page."""
    st.html(_BUTTON, unsafe_allow_javascript=True, width="content")
