"""Scripts of every page: what they mend of the browser or of Streamlit is said in each."""

import streamlit as st

from ui.widgets.assets import ASSETS

_NAMES = (
    "pictures.html", "taps.html", "history.html", "page_links.html", "help.html", "row_scroll.html",
    "untranslated.html", "step_clicks.html", "line_hover.html", "word_marks.html", "held_maps.html", "announcer.html",
)  # fmt: skip
# In one element, as the browser goes through every element of the page at every key.
_SCRIPTS = "".join((ASSETS / name).read_text(encoding="utf-8") for name in _NAMES)


def run_scripts() -> None:
    """Run the scripts in the browser; that of ``pictures.html`` comes with its buttons, which save a figure."""
    st.html(_SCRIPTS, unsafe_allow_javascript=True, width="content")
