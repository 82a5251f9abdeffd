"""Translate: from a typed sentence to every attention head, live."""

import streamlit as st

from figures.overview import height
from model.kind import Kind
from model.runs import TrainingRun
from model.sentence import read_sentence
from ui import cache, charts, controls, sharing, shell, state, stepping, texts, time_travel, tokens


@shell.body
def translate_page(run: TrainingRun) -> None:
    """Everything below the header; drawn again at every key, and the header is not."""
    snapshot = run.state.snapshot
    if snapshot is None:
        return
    config, vocabulary = snapshot.translator.model.config, snapshot.translator.source
    sentence = read_sentence(controls.sentence_box(), vocabulary)
    with st.container(key=state.TOKENS, horizontal=True, vertical_alignment="top"):
        tokens.show_sentence(sentence)
        completions = st.container(width="content", height=36, border=False)
    generated = st.container(key=state.TRANSLATION)
    left, right = st.columns([2, 1], gap="large")
    with right:
        steps = st.container()
        candidates = st.container(key=state.CANDIDATES)
        snapshot = time_travel.choose(run)
    translation = cache.translation(snapshot, sentence) if sentence.tokens else None
    gold = cache.gold_alignment(run, translation, sentence) if translation else None
    with left:
        choice = controls.head_choice(config)
        attention = st.container(key=state.ATTENTION, height=charts.map_height(translation), border=False)
        with st.container(key=state.READING, horizontal=True, vertical_alignment="center", gap="medium"):
            legend = st.container(width="content")
            is_stretched = controls.stretch()
            shows_gold = controls.show_gold(is_possible=gold is not None and choice.kind is Kind.CROSS)
            numbers = st.container(width="content")
    with steps:
        step = stepping.stepper(len(translation.steps) if translation else 1, is_training=run.state.is_training)
    heads = st.container(key=state.HEADS, height=height(config.n_layers), border=False)

    with generated:
        tokens.show_translation(translation, step, is_guess=bool(translation) and not cache.is_taught(run, sentence))
    if translation:
        with attention:
            brightest = charts.big_map(
                translation, choice, step, is_stretched=is_stretched, gold=gold if shows_gold else None
            )
        with candidates:
            tokens.show_step(translation, step, charts.summary(translation, choice, step))
        with legend:
            tokens.show_legend(brightest)
        with numbers:
            sharing.step_by_step(sentence, choice, step, config, is_newest=snapshot is run.state.snapshot)
        with heads:
            charts.all_heads(translation, choice, step, is_stretched=is_stretched)
    else:
        with attention, st.container(height="stretch", horizontal_alignment="center", vertical_alignment="center"):
            texts.show("empty")
            if not vocabulary.is_written:
                controls.examples()
    with completions:
        controls.completions(sentence, vocabulary)


with shell.open_page("Translate") as run:
    translate_page(run)
    shell.focus_sentence()
    texts.show_reading_help(run)
