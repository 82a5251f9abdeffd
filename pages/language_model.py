"""Language model: the next word's probabilities at each keystroke, and what becomes of it without the causal mask."""

import streamlit as st

from figures.overview import height
from model.data.typed_sentence import Sentence, read_sentence
from model.training.snapshot import LanguageSnapshot
from ui.language import language_keys, language_runs, mask_comparison, sampling_controls, writing_view
from ui.runs import cache
from ui.shell import page
from ui.widgets import head_selector, html_pieces, link_keys, step_slider, texts, widget_keys
from ui.widgets.copy_link import copy_link
from ui.widgets.option_choice import one_of

WRITE, LESSON = "Write", "With and without the mask"


@page.body
def language_page(both: language_runs.Runs) -> None:
    """Everything below the header; drawn again at every change, and the header is not."""
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        view = one_of("View", [WRITE, LESSON], link_keys.VIEW, is_bare=True)
        language_runs.show_status(both)
        copy_link()
    language_runs.show_troubles(both)
    causal, leaky = both.causal.state.snapshot, both.leaky.state.snapshot
    if causal is None or leaky is None:
        return
    text = head_selector.sentence_box("the small cat", "Begin an English sentence, or let the model begin")
    sentence = read_sentence(text, causal.text_generator.vocabulary)
    with st.container(key=widget_keys.TOKENS, horizontal=True, vertical_alignment="top"):
        html_pieces.show_sentence(sentence, "Given", "unknown: the model only sees that a word stands here")
        completions = st.container(width="content", height=36, border=False)
    if view == LESSON:
        mask_comparison.show(both, (causal, leaky), sentence)
    else:
        write(causal, sentence)
    with completions:
        head_selector.completions(sentence, causal.text_generator.vocabulary)


def write(snapshot: LanguageSnapshot, sentence: Sentence) -> None:
    """What follows the sentence, word by word, and where the model looks meanwhile."""
    config = snapshot.text_generator.model.config
    written = st.container(key=language_keys.WRITTEN)
    left, right = st.columns([2, 1], gap="large")
    with left:
        choice = head_selector.decoder_choice(config)
        big = st.container()
        with st.container(key=widget_keys.READING, horizontal=True, vertical_alignment="center", gap="medium"):
            legend = st.container(width="content")
            is_stretched = head_selector.stretch()
    chosen = sampling_controls.choose()
    record = cache.writing(snapshot, sentence, chosen)
    with right:
        step = step_slider.stepper(len(record.steps), rests_at_first=True)
        candidates = st.container(key=widget_keys.CANDIDATES)
    with written:
        html_pieces.show_writing(record, step)
    with big, st.container(key=widget_keys.ATTENTION, height=writing_view.map_height(record), border=False):
        brightest = writing_view.big_map(record, choice, step, is_stretched=is_stretched)
    with candidates:
        html_pieces.show_next_words(
            record, step, writing_view.summary(record, choice, step), is_sampled=chosen is not None
        )
    with legend:
        html_pieces.show_legend(brightest)
    with st.container(key=widget_keys.HEADS, height=height(config.n_layers), border=False):
        writing_view.all_heads(record, choice, step, is_stretched=is_stretched)


with page.open_page("Language model"):
    language_page(language_runs.runs())
    page.focus_sentence()
    with st.expander("What happens here, and where it comes from"):
        texts.show("language")
