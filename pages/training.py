"""Training: watch the heads form, return to earlier steps, compare two runs, and train on your own corpus."""

import streamlit as st

from model.runs.training_run import TrainingRun
from ui.runs import run_choice
from ui.shell import page
from ui.training import compare, compare_sides, new_run, run_list, watch
from ui.widgets import texts
from ui.widgets.views import choose_view

VIEWS = {  # each with the text that explains it
    watch.NAME: (watch.show, "training"),
    compare.NAME: (compare.show, "compare"),
    "New": (new_run.show, "new_run"),
    "Runs": (run_list.show, "runs"),
}


@page.body
def training_page(run: TrainingRun) -> None:
    """Draw everything below the header; every change redraws this part and not the header."""
    if run_choice.read_chosen_run() is not run:
        st.rerun()  # the header has to show the chosen run, as another process may have trained it further
    view = choose_view(list(VIEWS))
    if view != compare.NAME:
        compare_sides.clear_url()
    show, text = VIEWS[view]
    show(run)
    with st.expander("What happens here, and where it comes from"):
        texts.show(text)


with page.open_page("Training") as run:
    training_page(run)
