"""Explanations, kept as Markdown in ``assets/texts``."""

import streamlit as st

from ui.widgets.assets import ASSETS

_TEXTS = ASSETS / "texts"


def show(name: str) -> None:
    """Show a text by its file name."""
    st.markdown(_read(name))


def show_section(name: str, heading: str) -> None:
    """Show the paragraphs of a text below one heading.

    Raises:
        KeyError: there is no such heading.
    """
    st.markdown(read_sections(name)[heading])


def read_sections(name: str) -> dict[str, str]:
    """Return the paragraphs of a text by their headings."""
    sections = dict(section.split("\n", 1) for section in _read(name).split("## ")[1:])
    return {heading: text.strip() for heading, text in sections.items()}


@st.cache_resource(show_spinner=False, max_entries=100)
def _read(name: str) -> str:
    return (_TEXTS / f"{name}.md").read_text(encoding="utf-8")
