"""Attention: one attention with every matrix and number of it."""

import streamlit as st

from model.runs.training_run import TrainingRun
from ui.attention import fused_projections, linear_attention, plain_comparison, stages_view
from ui.attention.number_sources import choose_inputs
from ui.shell import page
from ui.widgets import texts
from ui.widgets.markdown import escape_markdown
from ui.widgets.views import choose_view

VIEWS = {
    "Step by step": stages_view.show,
    "Beside the plain one": plain_comparison.show,
    "Fused projections": fused_projections.show,
    "Linear attention": linear_attention.show,
}


@page.body
def attention_page(run: TrainingRun) -> None:
    """Draw everything below the header."""
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        view = choose_view(list(VIEWS))
    inputs = choose_inputs(run)
    if inputs is None:
        return
    try:
        VIEWS[view](inputs)
    except ValueError as error:
        st.warning(escape_markdown(str(error)), icon=":material/info:")


with page.open_page("Attention") as run:
    attention_page(run)
    with st.expander("What happens here, and where it comes from"):
        texts.show("attention")
