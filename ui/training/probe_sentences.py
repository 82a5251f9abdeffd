"""The few sentences through which one watches a model learn: the visitor's own, and some it is judged by."""

import streamlit as st

from model.data.typed_sentence import Sentence, read_sentence
from model.runs.training_run import TrainingRun
from ui.widgets import head_selector, link_keys

_N_SENTENCES = 4
_SHORT, _LONG = 3, 9  # words that fit a small map


def sentence_box() -> str:
    """The visitor's own sentence."""
    text = st.text_input(
        "Sentence", head_selector.EXAMPLE, max_chars=300, key=link_keys.SENTENCE, bind="query-params", live=True,
        label_visibility="collapsed", placeholder="A sentence to watch",
    )  # fmt: skip
    return text or ""


def sentences(run: TrainingRun, text: str) -> list[Sentence]:
    """The visitor's sentence, if there is one, and held-out ones that no weights were trained on."""
    snapshot = run.state.snapshot
    if snapshot is None:
        return []
    vocabulary = snapshot.translator.source
    fitting = (" ".join(pair.source) for pair in run.corpus.held_out if _SHORT <= len(pair.source) <= _LONG)
    texts = dict.fromkeys([text, *(held_out for held_out, _ in zip(fitting, range(_N_SENTENCES), strict=False))])
    read = [read_sentence(f"{each} ", vocabulary) for each in texts]
    return [sentence for sentence in read if sentence.tokens][:_N_SENTENCES]
