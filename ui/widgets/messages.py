"""Messages in a box, shown literally: what is missing, and what went wrong."""

import streamlit as st

from ui.widgets.markdown import escape_markdown

_ICON = ":material/info:"


def inform(text: str) -> None:
    """Show what a visitor has to do, or what is so, in a calm colour; nothing is wrong."""
    st.info(escape_markdown(text), icon=_ICON)


def warn(text: str) -> None:
    """Show what could not be done, and why."""
    st.warning(escape_markdown(text), icon=_ICON)
