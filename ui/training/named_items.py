"""Items under the names that visitors gave them, as HTML; all texts are escaped."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from ui.widgets.token_chips import isolate


def show_item(name: str, lines: Sequence[str]) -> None:
    """Show a name, and a few lines about the item below it."""
    spans = "".join(f"<span>{escape(line)}</span>" for line in lines)
    st.html(f'<div class="named"><b>{isolate(name)}</b>{spans}</div>')


def show_queue(items: Sequence[tuple[str, str]]) -> None:
    """Show a numbered list of names, each followed by a short text."""
    places = "".join(f"<li><b>{isolate(name)}</b> <span>{escape(about)}</span></li>" for name, about in items)
    st.html(f'<ol class="queue">{places}</ol>')
