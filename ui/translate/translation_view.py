"""A translation on the page: its tokens, the candidates of a step, its maps."""

import time
from html import escape

import streamlit as st

from figures.heatmap import heatmap_height
from model.data.typed_sentence import Sentence
from model.data.vocabulary import SPECIALS, Vocabulary
from model.inference.french_text import write_translation
from model.inference.translation import Translation
from ui.widgets import sentence_box, texts
from ui.widgets.candidate_bars import CandidateBar, show_candidates
from ui.widgets.map_view import MapView
from ui.widgets.number_format import format_share
from ui.widgets.token_chips import LATER, chip, hint, isolate, show_row

OVERVIEW_DELAY = 0.04  # seconds in which the big map reaches the screen before the overview is sent


def show_translation(translation: Translation | None, sentence: Sentence, step: int, *, is_guess: bool = False) -> None:
    """Show the tokens generated up to a step, with their probabilities, and below them the French text.

    Args:
        translation: None for an empty row; tokens of later steps are dots.
        sentence: as typed.
        step: of decoding, counted from 1.
        is_guess: True if the grammar of the training corpus cannot make the sentence.
    """
    chips = []
    for number, generated in enumerate(translation.steps if translation else (), start=1):
        if number > step:
            chips.append(LATER)
            continue
        look = ["current"] if number == step else []
        look += ["copied"] if generated.copied_from is not None else []
        look += ["special"] if generated.token in SPECIALS else []
        note = "copied from the sentence" if generated.copied_from is not None else ""
        chips.append(chip(generated.token, *look, note=note, below=format_share(generated.probability)))
    is_cut = translation is not None and not translation.is_complete
    note = f"stopped at its limit of {len(chips)} tokens" if is_cut else ""
    show_row("French", chips, note)
    text = write_translation(translation, sentence, step) if translation else ""
    remark = hint("outside what it learned: a guess") if is_guess else ""
    st.html(f'<div class="french">{isolate(text)}{remark}</div>')


def show_step(translation: Translation, step: int, summary: str) -> None:
    """Show one step, counted from 1: the token generated, its candidates, and a summary of the map's row."""
    generated = translation.steps[step - 1]
    bars = [
        CandidateBar(candidate.token, candidate.probability, "" if place else "chosen")
        for place, candidate in enumerate(generated.candidates)
    ]
    copied = ""
    if generated.copied_from is not None:
        copied = (
            f"The model generated {escape(generated.candidates[0].token)}, an unknown word: "
            f"{isolate(generated.token)} is copied from the sentence, where cross-attention points."
        )
    title = f"Step {step} of {len(translation.steps)}:"
    show_candidates(title, generated.token, bars, (escape(summary), copied))


def map_height(translation: Translation | None) -> int:
    """Return the height of the big map in pixels, the same for every kind of attention and at every step."""
    return heatmap_height(max(len(translation.source), len(translation.target)) if translation else 0)


def draw_overview(view: MapView, *, is_stretched: bool) -> None:
    """Draw all heads, after a pause in which the big map reaches the screen."""
    time.sleep(OVERVIEW_DELAY)
    view.draw_overview(is_stretched=is_stretched)


def invite(vocabulary: Vocabulary) -> None:
    """Ask for a sentence, and offer examples where the model knows the words of the toy grammar."""
    with st.container(height="stretch", horizontal_alignment="center", vertical_alignment="center"):
        texts.show("empty")
        if not vocabulary.is_subword:
            sentence_box.offer_examples()
