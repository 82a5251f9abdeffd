"""How good translations are as text, measured when somebody asks: sentence by sentence it takes a while."""

import streamlit as st

from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from ui.runs import cache
from ui.training import training_keys
from ui.widgets import session, tables
from ui.widgets.number_format import format_percent

N_SENTENCES = 100


def show(run: TrainingRun, snapshot: Snapshot) -> None:
    """A button, and what it measured of these weights."""
    weights = (run.digest, snapshot.step)
    about = f"Translates {N_SENTENCES} held-out sentences and compares the text; 100 is word for word."
    if st.button("Measure BLEU", icon=":material/straighten:", help=about):
        session.put(training_keys.BLEU, weights)
    if session.get(training_keys.BLEU) == weights:
        with st.spinner("Translating …"):
            decoded = cache.decoded(run, snapshot, N_SENTENCES)
        of = f"of {decoded.n_sentences} as text exactly right"
        tables.show_numbers([("BLEU", f"{decoded.bleu:.1f}"), (of, format_percent(decoded.exact_match))])
