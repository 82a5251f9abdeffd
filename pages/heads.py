"""Heads: what each attention head learned, measured over held-out sentences."""

import streamlit as st

from model.runs.training_run import TrainingRun
from ui.heads import aligners, explanation, importance, roles
from ui.runs import training_step
from ui.shell import page
from ui.widgets import texts
from ui.widgets.views import choose_view

VIEWS = {  # each with the text that explains it
    roles.NAME: (roles.show, "heads"),
    importance.NAME: (importance.show, "importance"),
    explanation.NAME: (explanation.show, "explanation"),
    aligners.NAME: (aligners.show, "aligners"),
}


@page.body
def heads_page(run: TrainingRun) -> None:
    """Draw everything below the header; every change redraws this part and not the header."""
    show, text = VIEWS[choose_view(list(VIEWS))]
    if run.state.snapshot is not None:
        controls, right = st.columns([2, 1], gap="large", vertical_alignment="bottom")
        with right:
            snapshot = training_step.choose_snapshot(run)
        show(run, snapshot, controls)
    with st.expander("What is measured, and where it comes from"):
        texts.show(text)


with page.open_page("Heads") as run:
    heads_page(run)
