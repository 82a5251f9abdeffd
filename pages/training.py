"""Training: watch the heads form, go back in time, compare two runs, and bring one's own corpus."""

import streamlit as st

from model.runs.training_run import TrainingRun
from ui.runs import run_choice
from ui.shell import page
from ui.training import COMPARE, NEW, RUNS, WATCH, compare, new_run, run_list, watch
from ui.widgets import link_keys, texts
from ui.widgets.copy_link import show_copy_link
from ui.widgets.option_choice import choose_option


@page.body
def training_page(run: TrainingRun) -> None:
    """Everything below the header; drawn again at every change, and the header is not."""
    if run_choice.chosen_run().digest != run.digest:
        st.rerun()  # the header follows the run that was chosen
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        view = choose_option("View", [WATCH, COMPARE, NEW, RUNS], link_keys.VIEW, is_bare=True)
        show_copy_link()
    if view == WATCH:
        watch.show(run)
    elif view == COMPARE:
        compare.show(run)
    elif view == NEW:
        new_run.show()
    elif view == RUNS:
        run_list.show(run)


with page.open_page("Training") as run:
    training_page(run)
    with st.expander("What happens here, and where it comes from"):
        texts.show("training")
