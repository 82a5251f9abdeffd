"""Training: watch the heads form, go back in time, compare two runs, and bring one's own corpus."""

import streamlit as st

from model.runs import TrainingRun
from ui import choice, sharing, shell, state, texts
from ui.choosing import one_of
from ui.training import COMPARE, NEW, RUNS, WATCH, compare, new, run_list, watch


@shell.body
def training_page(run: TrainingRun) -> None:
    """Everything below the header; drawn again at every change, and the header is not."""
    if choice.chosen_run().digest != run.digest:
        st.rerun()  # the header follows the run that was chosen
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        view = one_of("View", [WATCH, COMPARE, NEW, RUNS], state.VIEW, is_bare=True)
        sharing.copy_link()
    if view == WATCH:
        watch.show(run)
    elif view == COMPARE:
        compare.show(run)
    elif view == NEW:
        new.show()
    elif view == RUNS:
        run_list.show(run)


with shell.open_page("Training") as run:
    training_page(run)
    with st.expander("What happens here, and where it comes from"):
        texts.show("training")
