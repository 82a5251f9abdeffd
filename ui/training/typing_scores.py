"""The scores of a model on sentences that are typed word by word."""

import streamlit as st

from model.training.snapshot import Snapshot
from model.training.translation_task import N_TYPED
from ui.training.run_summary import describe_typing_scores
from ui.widgets import tables
from ui.widgets.headings import show_heading
from ui.widgets.number_format import count

_HELP = (
    "Beginnings whose translation has a doubled word, or stops at the length limit; words taken back per word of the"
    " final translation; gap between the probability of a token and how often it is right."
)


def show_typing_scores(snapshot: Snapshot) -> None:
    """Draw the scores, dashes before the last step, and a line that explains them."""
    n_sentences = min(N_TYPED, snapshot.evaluation.n_sentences)
    show_heading("While typing", f"beginnings of {count(n_sentences, 'held-out sentence')}, after the last step")
    tables.show_numbers(list(describe_typing_scores(snapshot.evaluation).items()))
    st.caption(_HELP)
