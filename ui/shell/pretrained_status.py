"""The status of a model that was trained elsewhere, and why a page does not show it."""

from html import escape

import streamlit as st

from ui.runs.pretrained_runs import NOT_HERE, PretrainedRun, list_models
from ui.shell.training_status import format_line
from ui.widgets import link_keys, messages

_USUAL_REASON = "This page shows a model trained here."
_REASONS = {
    "Heads": "Heads are measured on sentence pairs with gold alignments, and it has none; this page shows a model"
    " trained here.",
    "Language model": "This page is about language models, which generate without a source sentence.",
    "Training": "Its training steps are not known; this page shows a model trained here.",
}


def show_pretrained_status(run: PretrainedRun) -> None:
    """Draw the name of the model."""
    name = escape(run.snapshot.name)
    st.html(format_line("", f'<span class="run" title="{name}">{name}</span>trained elsewhere'), width="content")


def explain_absence(page: str, problem: str | None) -> None:
    """Say why this page shows a run and not the model that the link names, if it names one.

    Args:
        page: title of the page.
        problem: why the model cannot be shown; None on a page that shows runs only.
    """
    name = st.query_params.get(link_keys.MODEL)
    if problem or (name and name not in list_models()):
        messages.warn(problem or NOT_HERE, icon=messages.BROKEN_LINK)
    elif name:
        reason = _REASONS.get(page, _USUAL_REASON)
        messages.inform(f"Only Translate shows {name}, which was trained elsewhere. {reason}")
