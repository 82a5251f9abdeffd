"""Training: watch the heads form, return to earlier steps, compare two runs, and train on your own corpus."""

import streamlit as st

from model.runs.training_run import TrainingRun
from ui.runs import run_choice
from ui.shell import page
from ui.training import compare, compare_sides, new_run, run_list, watch
from ui.widgets import texts
from ui.widgets.views import choose_view

VIEWS = {watch.NAME: watch.show, compare.NAME: compare.show, "New": new_run.show, "Runs": run_list.show}


@page.body
def training_page(run: TrainingRun) -> None:
    """Draw everything below the header; every change redraws this part and not the header."""
    if run_choice.read_chosen_run() is not run:
        st.rerun()  # the header has to show the chosen run, as another process may have trained it further
    view = choose_view(list(VIEWS))
    if view != compare.NAME:
        compare_sides.clear_url()
    VIEWS[view](run)


with page.open_page("Training") as run:
    training_page(run)
    with st.expander("What happens here, and where it comes from"):
        texts.show("training")
