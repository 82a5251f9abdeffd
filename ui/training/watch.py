"""The view "Watch": the learning curve of a run, and attention maps of a few sentences at any kept step."""

import streamlit as st

from model.data.typed_sentence import Sentence
from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from ui.runs import cache, run_buttons, training_step
from ui.training import bleu, learning_curves, probe_sentences, training_keys
from ui.widgets import head_selector, sentence_box, token_chips
from ui.widgets.head_selector import HeadChoice
from ui.widgets.headings import show_heading
from ui.widgets.map_view import MapView

_MAP_HEIGHT = 270


def show(run: TrainingRun) -> None:
    """Draw the whole view."""
    newest = run.state.snapshot
    if newest is None:
        return
    left, right = st.columns([2, 3], gap="large")
    with right:
        choice = head_selector.choose_head(newest.translator.model.config)
        snapshot = training_step.choose(run)
        text = sentence_box.type_probe_sentence()
    with left:
        run_buttons.show(run)
        learning_curves.show(run, snapshot)
        bleu.show(run, snapshot)
    with right, st.container(key=training_keys.PROBES):
        probes = probe_sentences.sentences(run, text)
        token_chips.show_input_remark(*probes)
        columns = st.columns(2, gap="medium")
        for number, sentence in enumerate(probes):
            with columns[number % 2]:
                _draw_map(snapshot, sentence, choice, number)


def _draw_map(snapshot: Snapshot, sentence: Sentence, choice: HeadChoice, number: int) -> None:
    translation = cache.translation(snapshot, sentence)
    text = translation.text
    show_heading(text or "…", "" if translation.is_complete else "and so on")
    alt = f"{choice.kind.value} attention, {choice.name}, at training step {snapshot.step}; the translation is: {text}"
    MapView(translation, choice).draw(f"probe_{number}", alt, height=_MAP_HEIGHT, label_widths=(140, 80))
