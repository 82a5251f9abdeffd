"""Translate: from a typed sentence to every attention head, live."""

import streamlit as st

from figures.overview import height
from model.data.typed_sentence import read_sentence
from model.runs.training_run import TrainingRun
from model.transformer.kind import Kind
from ui.runs import cache, training_step
from ui.shell import page
from ui.translate import links, translate_keys
from ui.widgets import head_selector, html_pieces, map_view, step_slider, texts, widget_keys


@page.body
def translate_page(run: TrainingRun) -> None:
    """Everything below the header; drawn again at every key, and the header is not."""
    snapshot = run.state.snapshot
    if snapshot is None:
        return
    config, vocabulary = snapshot.translator.model.config, snapshot.translator.source
    sentence = read_sentence(head_selector.sentence_box(), vocabulary)
    with st.container(key=widget_keys.TOKENS, horizontal=True, vertical_alignment="top"):
        html_pieces.show_sentence(sentence)
        completions = st.container(width="content", height=36, border=False)
    generated = st.container(key=translate_keys.TRANSLATION)
    left, right = st.columns([2, 1], gap="large")
    with right:
        steps = st.container()
        candidates = st.container(key=widget_keys.CANDIDATES)
        snapshot = training_step.choose(run)
    translation = cache.translation(snapshot, sentence) if sentence.tokens else None
    gold = cache.gold_alignment(run, translation, sentence) if translation else None
    with left:
        choice = head_selector.head_choice(config)
        attention = st.container(key=widget_keys.ATTENTION, height=map_view.map_height(translation), border=False)
        with st.container(key=widget_keys.READING, horizontal=True, vertical_alignment="center", gap="medium"):
            legend = st.container(width="content")
            is_stretched = head_selector.stretch()
            shows_gold = head_selector.show_gold(is_possible=gold is not None and choice.kind is Kind.CROSS)
            numbers = st.container(width="content")
    with steps:
        step = step_slider.stepper(len(translation.steps) if translation else 1, is_training=run.state.is_training)
    heads = st.container(key=widget_keys.HEADS, height=height(config.n_layers), border=False)

    with generated:
        html_pieces.show_translation(
            translation, step, is_guess=bool(translation) and not cache.is_taught(run, sentence)
        )
    if translation:
        with attention:
            brightest = map_view.big_map(
                translation, choice, step, is_stretched=is_stretched, gold=gold if shows_gold else None
            )
        with candidates:
            html_pieces.show_step(translation, step, map_view.summary(translation, choice, step))
        with legend:
            html_pieces.show_legend(brightest)
        with numbers:
            links.step_by_step(sentence, choice, step, config, is_newest=snapshot is run.state.snapshot)
        with heads:
            map_view.all_heads(translation, choice, step, is_stretched=is_stretched)
    else:
        with attention, st.container(height="stretch", horizontal_alignment="center", vertical_alignment="center"):
            texts.show("empty")
            if not vocabulary.is_written:
                head_selector.examples()
    with completions:
        head_selector.completions(sentence, vocabulary)


with page.open_page("Translate") as run:
    translate_page(run)
    page.focus_sentence()
    texts.show_reading_help(run)
