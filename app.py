"""Translate: from a typed sentence to the attention of every head, at every keystroke."""

import streamlit as st

from model.data.typed_sentence import read_sentence
from model.inference.gold_alignment import find_gold_alignment
from ui.runs import example_sentences, training_step
from ui.runs.shown_run import ShownRun, choose_shown_run
from ui.shell import page, scripts
from ui.translate import attention_panel, opening_view, reading_help, switchboard, translation_clicks, translation_view
from ui.translate.on_demand import show_on_demand
from ui.translate.record_view import show_record
from ui.widgets import sentence_box, widget_keys


@page.body
def translate_page(run: ShownRun) -> None:
    """Draw everything below the header; every keystroke redraws this part and not the header."""
    if (snapshot := run.state.snapshot) is None:
        return
    config, vocabulary = snapshot.translator.model.config, snapshot.translator.source
    sentence = read_sentence(sentence_box.type_sentence(example_sentences.choose_example(run)), vocabulary)
    if show_record(run, sentence):
        return
    completions, generated = translation_view.show_source(run, sentence), translation_view.place_translation()
    board = switchboard.choose_changes(snapshot.translator)
    left, right = st.columns([2, 1], gap="large")
    with right:
        steps, candidates = st.container(), st.container(key=widget_keys.CANDIDATES)
        snapshot = training_step.choose_shown_snapshot(run)
        actions, on_click = st.container(horizontal=True), switchboard.choose_click(config)
    translation, changed = board.translate(run, snapshot, sentence)
    gold = find_gold_alignment(run.corpus, translation, sentence) if translation else None
    with left:
        panel = attention_panel.choose_attention(config, translation, gold, board.intervention, actions)
    step = opening_view.choose_step(steps, translation, gold, run)
    with generated:
        translation_view.show_translation(run, translation, sentence, step, changed, is_whole=bool(board.intervention))
    if translation:
        heads = panel.place_overview(run, config)
        view = panel.view(translation, step, board.describe(translation))
        panel.draw(translation, config, view)
        panel.draw_overview(heads, run, snapshot, view, on_click)
        panel.draw_link(run, snapshot, sentence, view)
        board.show_tried(run, snapshot, sentence)
    else:
        panel.ask_for_sentence(run, snapshot, sentence)
    with candidates:
        translation_view.show_step(run, translation, step)
    show_on_demand(run, snapshot, sentence, translation, board.intervention, panel, step, gold)
    board.write_link()
    with completions:
        sentence_box.offer_completions(sentence, vocabulary)
    translation_clicks.listen()


with page.open_page("Translate", takes_pretrained=True) as run:
    translate_page(shown := choose_shown_run(run))
    scripts.focus_sentence()
    reading_help.show_reading_help(shown)
