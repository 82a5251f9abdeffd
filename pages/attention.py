"""Attention step by step: one attention as a chain of matrices, every number of it open."""

import streamlit as st

from model.lab.attention_stages import chain
from model.runs.training_run import TrainingRun
from ui.attention import comparison, numbers, options, weight_cell
from ui.shell import page
from ui.widgets import link_keys, matrix_view, texts
from ui.widgets.copy_link import show_copy_link
from ui.widgets.markdown import escape_markdown
from ui.widgets.option_choice import choose_option

STEPS, COMPARE, FUSED, LINEAR = "Step by step", "Beside the plain one", "Fused projections", "Linear attention"


@page.body
def attention_page(run: TrainingRun) -> None:
    """Everything below the header; drawn again at every change, and the header is not."""
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        view = choose_option("View", [STEPS, COMPARE, FUSED, LINEAR], link_keys.VIEW, is_bare=True)
        show_copy_link()
    given = numbers.given(run)
    if given is None:
        return
    try:
        if view == FUSED:
            comparison.fused_projections(given)
        elif view == LINEAR:
            comparison.linear(given)
        else:
            chosen, is_stretched = options.choose(given)
            texts.show("attention_formula")
            attention = chain(given, chosen)
            if view == COMPARE:
                comparison.beside_plain(attention, is_stretched=is_stretched)
            else:
                steps = st.container()
                place = options.place(attention)
                with steps:
                    matrix_view.show_chain(attention, place, is_stretched=is_stretched)
                weight_cell.show(attention, place)
    except ValueError as error:
        st.warning(escape_markdown(str(error)), icon=":material/info:")


with page.open_page("Attention") as run:
    attention_page(run)
    with st.expander("What happens here, and where it comes from"):
        texts.show("attention")
