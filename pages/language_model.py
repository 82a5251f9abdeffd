"""Language model: the next word's probabilities at each keystroke, and what becomes of it without the causal mask."""

import streamlit as st

from figures.overview import height
from model.language_training import LanguageSnapshot
from model.sentence import Sentence, read_sentence
from ui import cache, controls, language, lesson, sampling, sharing, shell, state, stepping, texts, tokens, writing
from ui.choosing import one_of

WRITE, LESSON = "Write", "With and without the mask"


@shell.body
def language_page(both: language.Runs) -> None:
    """Everything below the header; drawn again at every change, and the header is not."""
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        view = one_of("View", [WRITE, LESSON], state.VIEW, is_bare=True)
        language.show_status(both)
        sharing.copy_link()
    language.show_troubles(both)
    causal, leaky = both.causal.state.snapshot, both.leaky.state.snapshot
    if causal is None or leaky is None:
        return
    text = controls.sentence_box("the small cat", "Begin an English sentence, or let the model begin")
    sentence = read_sentence(text, causal.writer.vocabulary)
    with st.container(key=state.TOKENS, horizontal=True, vertical_alignment="top"):
        tokens.show_sentence(sentence, "Given", "unknown: the model only sees that a word stands here")
        completions = st.container(width="content", height=36, border=False)
    if view == LESSON:
        lesson.show(both, (causal, leaky), sentence)
    else:
        write(causal, sentence)
    with completions:
        controls.completions(sentence, causal.writer.vocabulary)


def write(snapshot: LanguageSnapshot, sentence: Sentence) -> None:
    """What follows the sentence, word by word, and where the model looks meanwhile."""
    config = snapshot.writer.model.config
    written = st.container(key=state.WRITTEN)
    left, right = st.columns([2, 1], gap="large")
    with left:
        choice = controls.decoder_choice(config)
        big = st.container()
        with st.container(key=state.READING, horizontal=True, vertical_alignment="center", gap="medium"):
            legend = st.container(width="content")
            is_stretched = controls.stretch()
    chosen = sampling.choose()
    record = cache.writing(snapshot, sentence, chosen)
    with right:
        step = stepping.stepper(len(record.steps), rests_at_first=True)
        candidates = st.container(key=state.CANDIDATES)
    with written:
        tokens.show_writing(record, step)
    with big, st.container(key=state.ATTENTION, height=writing.map_height(record), border=False):
        brightest = writing.big_map(record, choice, step, is_stretched=is_stretched)
    with candidates:
        tokens.show_next_words(record, step, writing.summary(record, choice, step), is_sampled=chosen is not None)
    with legend:
        tokens.show_legend(brightest)
    with st.container(key=state.HEADS, height=height(config.n_layers), border=False):
        writing.all_heads(record, choice, step, is_stretched=is_stretched)


with shell.open_page("Language model"):
    language_page(language.runs())
    shell.focus_sentence()
    with st.expander("What happens here, and where it comes from"):
        texts.show("language")
