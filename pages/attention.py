"""Attention: one attention with every matrix and number of it."""

import streamlit as st

from model.runs.training_run import TrainingRun
from ui.attention import fused_projections, head_comparison, linear_attention, stages_view
from ui.attention.number_sources import Suited, choose_inputs
from ui.shell import page
from ui.widgets import messages, texts
from ui.widgets.views import choose_view

VIEWS = {  # each with the numbers that suit it
    "Step by step": (stages_view.show, Suited.ANY),
    "Multi-head vs single-head": (head_comparison.show, Suited.SEVERAL_HEADS),
    "Fused projections": (fused_projections.show, Suited.ONE_X),
    "Linear attention": (linear_attention.show, Suited.ANY),
}


@page.body
def attention_page(run: TrainingRun) -> None:
    """Draw everything below the header."""
    show, suited = VIEWS[choose_view(list(VIEWS))]
    inputs = choose_inputs(run, suited)
    if inputs is None:
        return
    try:
        show(inputs)
    except ValueError as error:
        messages.warn(str(error))


with page.open_page("Attention") as run:
    attention_page(run)
    with st.expander("What happens here, and where it comes from"):
        texts.show("attention")
        texts.show("matrix_colors")
