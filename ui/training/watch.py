"""A training as it happens: its course, and a few sentences as its heads see them, now or at an earlier step."""

import streamlit as st

from figures.heatmap import heatmap
from figures.wording import axes, hover_texts
from model.data.typed_sentence import Sentence
from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from model.transformer.kind import Kind
from ui.runs import cache, run_buttons, training_step
from ui.training import bleu, learning_curves, probe_sentences, training_keys
from ui.widgets import chart, head_selector, html_pieces, map_view
from ui.widgets.head_selector import HeadChoice

_MAP_HEIGHT = 270


def show(run: TrainingRun) -> None:
    """Draw the whole view."""
    newest = run.state.snapshot
    if newest is None:
        return
    left, right = st.columns([2, 3], gap="large")
    with right:
        choice = head_selector.head_choice(newest.translator.model.config)
        snapshot = training_step.choose(run)
        text = probe_sentences.sentence_box()
    with left:
        run_buttons.show(run)
        learning_curves.show(run, snapshot)
        bleu.show(run, snapshot)
    with right, st.container(key=training_keys.PROBES):
        shown = probe_sentences.sentences(run, text)
        html_pieces.say_if_changed(*shown)
        columns = st.columns(2, gap="medium")
        for number, sentence in enumerate(shown):
            with columns[number % 2]:
                _map(run, snapshot, sentence, choice, number)


def _map(run: TrainingRun, snapshot: Snapshot, sentence: Sentence, choice: HeadChoice, number: int) -> None:
    translation = cache.translation(snapshot, sentence)
    kind = choice.kind
    weights = translation.maps.head(kind, choice.layer, choice.head)
    keys, queries = map_view.labels(translation, kind, len(translation.steps))
    figure = heatmap(
        weights,
        keys=keys,
        queries=queries,
        hover=hover_texts(kind, weights, translation.keys(kind), translation.queries(kind)),
        label_width=140 if kind is Kind.DECODER else 80,
        height=_MAP_HEIGHT,
        axes=axes(kind),
    )
    said = translation.text
    html_pieces.show_heading(said or "…", "" if translation.is_complete else "and so on")
    alt = f"{kind.value} attention, {choice.name}, at training step {snapshot.step}; the translation is: {said}"
    chart.draw(figure, f"probe_{number}", alt, height=_MAP_HEIGHT)
