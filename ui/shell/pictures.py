"""Buttons that save a figure as PNG or SVG, drawn by the browser."""

import streamlit as st

from ui.widgets.assets import ASSETS

_BUTTONS = ASSETS / "pictures.html"


def offer_pictures() -> None:
    """Offer to save every figure of the page, at the figure that is pointed at, touched or chosen by arrow keys."""
    st.html(_BUTTONS, unsafe_allow_javascript=True, width="content")
