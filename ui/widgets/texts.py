"""Explanations, kept as Markdown in ``assets/texts``."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from model.runs.training_run import TrainingRun
from model.training.evaluation import Evaluation
from ui.runs import cache
from ui.widgets.assets import ASSETS

_TEXTS = ASSETS / "texts"

_LOOKS, _DASHES = ("first", "second", "third", "fourth"), ("━", "╍", "┈", "╍·")


def show(name: str) -> None:
    """Show one text by its file name."""
    st.markdown(_read(name))


def show_one(name: str, heading: str) -> None:
    """Show the paragraph of a text that follows one heading.

    Raises:
        KeyError: there is no such heading.
    """
    st.markdown(_parts(name)[heading])


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
            st.markdown(_measured(run, run.state.snapshot.evaluation))


def _measured(run: TrainingRun, scores: Evaluation) -> str:
    parts = _parts("measured")
    told = [parts["Right"].format(n_sentences=f"{scores.n_sentences:,}", exact_match=f"{scores.exact_match:.1%}")]
    if scores.alignment_accuracy is not None:
        told.append(parts["Pointing"].format(alignment_accuracy=f"{scores.alignment_accuracy:.1%}"))
    if run is cache.runs().open_default():
        told.append(parts["Command"].format(n_held_out=f"{run.description.n_held_out:,}"))
    return " ".join(told)


def _parts(name: str) -> dict[str, str]:
    """The paragraphs of a text by their headings."""
    parts = dict(part.split("\n", 1) for part in _read(name).split("## ")[1:])
    return {heading: text.strip() for heading, text in parts.items()}


@st.cache_resource(show_spinner=False, max_entries=100)
def _read(name: str) -> str:
    return (_TEXTS / f"{name}.md").read_text(encoding="utf-8")
