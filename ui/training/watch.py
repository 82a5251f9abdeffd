"""The view "Watch": the learning curves of a run, and attention maps of a few sentences at any kept step."""

import streamlit as st

from model.data.sentence import Sentence
from model.data.typed_sentence import read_finished_sentence, read_sentence
from model.inference.french_text import write_translation
from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from ui.runs import example_sentences, training_step
from ui.runs.cached_records import compute_translation
from ui.runs.run_buttons import show_run_buttons
from ui.training import training_page_keys
from ui.training.bleu import show_bleu
from ui.training.learning_curves import show_learning_curves
from ui.training.typing_scores import show_typing_scores
from ui.widgets import head_selector, legends, sentence_box, session, token_chips
from ui.widgets.assets import ASSETS
from ui.widgets.head_selector import HeadChoice
from ui.widgets.headings import show_heading
from ui.widgets.map_view import MapView

NAME = "Watch"
_N_SENTENCES = 4
_MAP_HEIGHT = 270


def show(run: TrainingRun) -> None:
    """Draw the whole view."""
    if session.take(training_page_keys.IS_STARTED):
        st.html(ASSETS / "scroll_up.html", unsafe_allow_javascript=True)  # the button was far down the page
    newest = run.state.snapshot
    if newest is None:
        show_run_buttons(run)
        return
    left, right = st.columns([2, 3], gap="large")
    with right:
        choice = head_selector.choose_head(newest.translator.model.config)
        snapshot = training_step.choose_snapshot(run)
        text = sentence_box.type_probe_sentence(example_sentences.choose_example(run))
    with left:
        show_run_buttons(run)
        show_learning_curves(run, snapshot)
        show_typing_scores(snapshot)
        show_bleu(run, snapshot)
    with right, st.container(key=training_page_keys.PROBES):
        columns = st.columns(2, gap="medium")
        for number, sentence in enumerate(_list_sentences(run, newest, text)):
            with columns[number % 2]:
                _draw_map(snapshot, sentence, choice, number)
        legends.show_weights(1.0)
        token_chips.show_input_remark(read_sentence(text, newest.translator.source))


def _list_sentences(run: TrainingRun, newest: Snapshot, text: str) -> list[Sentence]:
    """Return the visitor's sentence, if there is one, followed by held-out sentences."""
    vocabulary = newest.translator.source
    held_out = example_sentences.list_held_out(run.corpus)[:_N_SENTENCES]
    finished = [read_finished_sentence(each, vocabulary) for each in held_out if each != text]
    sentences = [read_sentence(text, vocabulary), *finished]
    return [sentence for sentence in sentences if sentence.tokens][:_N_SENTENCES]


def _draw_map(snapshot: Snapshot, sentence: Sentence, choice: HeadChoice, number: int) -> None:
    translation = compute_translation(snapshot, sentence)
    text = write_translation(translation, sentence)
    show_heading(text or "…", "" if translation.is_complete else "truncated")
    alt = f"{choice.title}, at training step {snapshot.step}; the translation is: {text}"
    MapView(translation, choice).draw(
        f"{training_page_keys.PROBE}{number}", alt, height=_MAP_HEIGHT, label_widths=(150, 100)
    )
