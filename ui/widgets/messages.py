"""Messages in a box, shown literally: what is missing, and what went wrong."""

import streamlit as st

from ui.widgets.markdown import escape_markdown

BROKEN_LINK = ":material/link_off:"  # icon
_ICON = ":material/info:"


def inform(text: str) -> None:
    """Show an instruction or a fact in a neutral colour."""
    st.info(escape_markdown(text), icon=_ICON)


def warn(text: str, *, icon: str = _ICON) -> None:
    """Show what could not be done, and why."""
    st.warning(escape_markdown(text), icon=icon)


def report(text: str, *, icon: str = _ICON) -> None:
    """Show for a while, above the page, what could not be done, and why."""
    st.toast(escape_markdown(text), icon=icon, duration="long")


def report_link(text: str) -> None:
    """Show for a while what was wrong with the link that the page was opened with."""
    report(text, icon=BROKEN_LINK)
