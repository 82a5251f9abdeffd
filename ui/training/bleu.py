"""BLEU on demand, because decoding sentence by sentence takes a while."""

import streamlit as st

from model.corpus import Corpus
from model.runs.training_run import TrainingRun
from model.training.bleu import TextScores, score_text
from model.training.snapshot import Snapshot
from ui.runs.record_cache import cache_records
from ui.training import training_page_keys
from ui.widgets import session, tables
from ui.widgets.number_format import count, format_percent

_N_SENTENCES = 100


def show_bleu(run: TrainingRun, snapshot: Snapshot) -> None:
    """Draw a button that measures BLEU of these weights, and the result."""
    weights = snapshot.serial
    n_sentences = count(min(_N_SENTENCES, len(run.corpus.held_out)), "held-out sentence")
    about = f"Decodes {n_sentences} and compares the text; 100 for identical text."
    if st.button("Measure BLEU", icon=":material/straighten:", help=about):
        session.put(training_page_keys.BLEU, weights)
    if session.get(training_page_keys.BLEU) == weights:
        with st.spinner("Translating …"):
            scores = _score_text(snapshot, run.corpus)
        label = f"exact match of the text, {count(scores.n_sentences, 'sentence')}"
        tables.show_numbers([("BLEU", f"{scores.bleu:.1f}"), (label, format_percent(scores.exact_match))])


@cache_records(max_entries=200)
def _score_text(snapshot: Snapshot, corpus: Corpus) -> TextScores:
    return score_text(snapshot.translator, corpus.held_out[:_N_SENTENCES])
