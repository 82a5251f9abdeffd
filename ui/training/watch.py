"""A training as it happens: its course, and a few sentences as its heads see them, now or at an earlier step."""

import streamlit as st

from figures.heatmap import heatmap
from figures.wording import axes, hover_texts
from model.kind import Kind
from model.runs import TrainingRun
from model.sentence import Sentence
from model.snapshot import Snapshot
from ui import cache, charts, controls, pictures, state, time_travel, tokens
from ui.controls import HeadChoice
from ui.training import bleu, buttons, course, probes

_MAP_HEIGHT = 270


def show(run: TrainingRun) -> None:
    """Draw the whole view."""
    newest = run.state.snapshot
    if newest is None:
        return
    left, right = st.columns([2, 3], gap="large")
    with right:
        choice = controls.head_choice(newest.translator.model.config)
        snapshot = time_travel.choose(run)
        text = probes.sentence_box()
    with left:
        buttons.show(run)
        course.show(run, snapshot)
        bleu.show(run, snapshot)
    with right, st.container(key=state.PROBES):
        shown = probes.sentences(run, text)
        tokens.say_if_changed(*shown)
        columns = st.columns(2, gap="medium")
        for number, sentence in enumerate(shown):
            with columns[number % 2]:
                _map(run, snapshot, sentence, choice, number)


def _map(run: TrainingRun, snapshot: Snapshot, sentence: Sentence, choice: HeadChoice, number: int) -> None:
    translation = cache.translation(snapshot, sentence)
    kind = choice.kind
    weights = translation.maps.head(kind, choice.layer, choice.head)
    keys, queries = charts.labels(translation, kind, len(translation.steps))
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
    tokens.show_heading(said or "…", "" if translation.is_complete else "and so on")
    alt = f"{kind.value} attention, {choice.name}, at training step {snapshot.step}; the translation is: {said}"
    pictures.draw(figure, f"probe_{number}", alt, height=_MAP_HEIGHT)
