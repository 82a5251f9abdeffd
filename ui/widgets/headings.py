"""Headings above a chart, a line of matrices or a group of controls, and remarks below."""

from html import escape
from typing import Literal

import streamlit as st


def show_heading(
    title: str, note: str = "", *, look: str = "", width: Literal["stretch", "content"] = "stretch"
) -> None:
    """Show a title in bold, followed by a fainter note on the same line.

    Args:
        title: shown literally.
        note: shown literally.
        look: CSS class of the title, such as ``first`` or ``second`` for the colours of lines.
        width: ``content`` for a heading no wider than its text.
    """
    look = f' class="{escape(look)}"' if look else ""
    note = f" <span>{escape(note)}</span>" if note else ""
    st.html(f'<div class="heading"><b role="heading" aria-level="2"{look}>{escape(title)}</b>{note}</div>', width=width)


def show_remark(text: str, *, look: str = "") -> None:
    """Show a line of plain text; it is escaped.

    Args:
        text: "" for no line.
        look: CSS class, such as ``for_mouse`` for a line that is hidden where only fingers point.
    """
    if text:
        st.html(f'<div class="line {escape(look)}">{escape(text)}</div>')
