"""Scripts of the pages: what they mend of the browser or of Streamlit is said in each."""

import streamlit as st

from ui.widgets.assets import ASSETS

_NAMES = (
    "pictures.html", "taps.html", "history.html", "page_links.html", "help.html", "row_scroll.html",
    "untranslated.html", "step_clicks.html", "line_hover.html", "word_marks.html", "held_maps.html", "announcer.html",
)  # fmt: skip
# In one element, as the browser goes through every element of the page at every key.
_SCRIPTS = "".join((ASSETS / name).read_text(encoding="utf-8") for name in _NAMES)


def run_scripts() -> None:
    """Run the scripts of every page in the browser; ``pictures.html`` has buttons too, which save a figure."""
    st.html(_SCRIPTS, unsafe_allow_javascript=True, width="content")


def show_copy_link() -> None:
    """Draw the button that copies the page's URL, which holds the state of the page."""
    st.html(ASSETS / "copy_link.html", unsafe_allow_javascript=True, width="content")


def focus_sentence() -> None:
    """Put the caret into the sentence box when a session opens its first page, and after a completion or an example."""
    st.html(ASSETS / "focus.html", unsafe_allow_javascript=True)
