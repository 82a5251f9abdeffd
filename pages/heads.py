"""Heads: what each attention head learned, measured over held-out sentences."""

import streamlit as st

from model.runs.training_run import TrainingRun
from ui.heads import aligners, explanation, importance, roles
from ui.shell import page
from ui.widgets import texts
from ui.widgets.views import choose_view

VIEWS = {
    roles.NAME: roles.show,
    importance.NAME: importance.show,
    explanation.NAME: explanation.show,
    aligners.NAME: aligners.show,
}


@page.body
def heads_page(run: TrainingRun) -> None:
    """Draw everything below the header; every change redraws this part and not the header."""
    VIEWS[choose_view(list(VIEWS))](run)


with page.open_page("Heads") as run:
    heads_page(run)
    with st.expander("What is measured, and where it comes from"):
        texts.show("heads")
