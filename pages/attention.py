"""Attention step by step: one attention as a chain of matrices, every number of it open."""

import streamlit as st

from model.chain import chain
from model.runs import TrainingRun
from ui import cell, comparison, matrices, numbers, sharing, shell, state, switches, texts
from ui.choosing import one_of
from ui.plain import plain

STEPS, COMPARE, FUSED, LINEAR = "Step by step", "Beside the plain one", "Fused projections", "Linear attention"


@shell.body
def attention_page(run: TrainingRun) -> None:
    """Everything below the header; drawn again at every change, and the header is not."""
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        view = one_of("View", [STEPS, COMPARE, FUSED, LINEAR], state.VIEW, is_bare=True)
        sharing.copy_link()
    given = numbers.given(run)
    if given is None:
        return
    try:
        if view == FUSED:
            comparison.fused_projections(given)
        elif view == LINEAR:
            comparison.linear(given)
        else:
            chosen, is_stretched = switches.choose(given)
            texts.show("attention_formula")
            attention = chain(given, chosen)
            if view == COMPARE:
                comparison.beside_plain(attention, is_stretched=is_stretched)
            else:
                steps = st.container()
                place = switches.place(attention)
                with steps:
                    matrices.show_chain(attention, place, is_stretched=is_stretched)
                cell.show(attention, place)
    except ValueError as error:
        st.warning(plain(str(error)), icon=":material/info:")


with shell.open_page("Attention") as run:
    attention_page(run)
    with st.expander("What happens here, and where it comes from"):
        texts.show("attention")
