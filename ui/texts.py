"""Explanations, kept as Markdown in ``assets/texts``."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

import streamlit as st

from model.runs import TrainingRun

_TEXTS = Path(__file__).parent.parent / "assets" / "texts"

_LOOKS, _DASHES = ("first", "second", "third", "fourth"), ("━", "╍", "┅", "┅")


def show(name: str) -> None:
    """Show one text by its file name."""
    st.markdown(_read(name))


def show_one(name: str, heading: str) -> None:
    """Show the paragraph of a text that follows one heading.

    Raises:
        KeyError: there is no such heading.
    """
    parts = dict(part.split("\n", 1) for part in _read(name).split("## ")[1:])
    st.markdown(parts[heading].strip())


def legend(names: Sequence[str]) -> None:
    """What the lines of a picture are, in the order of their colours."""
    entries = "".join(
        f'<span class="{look}">{dash} {escape(name)}</span>'
        for name, look, dash in zip(names, _LOOKS, _DASHES, strict=False)
    )
    st.html(f'<div class="legend lines">{entries}</div>')


def show_reading_help(run: TrainingRun) -> None:
    """How to read a map, and how far the attention of the model on show can be trusted to point at words."""
    with st.expander("How to read these maps"):
        st.markdown(_read("reading"))
        if run.state.snapshot:
            scores = run.state.snapshot.evaluation
            st.markdown(
                _read("measured").format(
                    n_sentences=f"{scores.n_sentences:,}",
                    exact_match=f"{scores.exact_match:.1%}",
                    alignment_accuracy=f"{scores.alignment_accuracy:.1%}",
                )
            )


@st.cache_resource(show_spinner=False, max_entries=100)
def _read(name: str) -> str:
    return (_TEXTS / f"{name}.md").read_text(encoding="utf-8")
