"""A translation on the page: its tokens, the candidates of a step, its maps."""

from collections.abc import Callable, Collection
from html import escape

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from figures.heatmap import heatmap_height
from figures.tile_labels import TileLabels, label_alignment, label_offsets
from figures.tiles import tiles_height
from model.analysis.head_offsets import name_offset
from model.corpus import Pair
from model.data.typed_sentence import Sentence
from model.data.vocabulary import SPECIALS, Vocabulary
from model.inference.french_text import write_translation
from model.inference.translation import Translation
from model.training.snapshot import Snapshot
from model.transformer.kind import Kind
from ui.runs import cached_records
from ui.runs.pretrained_snapshot import PretrainedSnapshot
from ui.runs.shown_run import ShownRun, ShownSnapshot
from ui.shell import turns
from ui.translate import step_clicks, translate_page_keys
from ui.widgets import sentence_box, texts
from ui.widgets.candidate_bars import CandidateBar, show_candidates
from ui.widgets.map_view import MapView
from ui.widgets.number_format import format_share
from ui.widgets.token_chips import chip, hint, isolate, show_row, show_sentence

OVERVIEW_DELAY = 0.04  # seconds in which the big map reaches the screen before the overview is sent


def place_translation() -> DeltaGenerator:
    """Return an empty place for the generated tokens."""
    return st.container(key=translate_page_keys.TRANSLATION)


def show_source(run: ShownRun, sentence: Sentence) -> DeltaGenerator:
    """Show the tokens that the model reads, and return the place beside them for completions."""
    if run.corpus.is_raw_text:
        return show_sentence(sentence, "Source", "unknown to this model")
    return show_sentence(sentence)


def show_translation(
    run: ShownRun | None,
    translation: Translation | None,
    sentence: Sentence,
    step: int,
    changed: Collection[int] = (),
) -> None:
    """Show the tokens generated up to a step, with their probabilities, and below them the text that they make.

    Args:
        run: the training, whose corpus tells which sentences were learned; None if it is not known.
        translation: None for an empty row; tokens of later steps are dots, or faint if an intervention changed any.
        sentence: as typed.
        step: of decoding, counted from 1.
        changed: steps, counted from 0, whose tokens an intervention changed.
    """
    chips = []
    specials = (*SPECIALS, *(translation.specials if translation else ()))
    for number, generated in enumerate(translation.steps if translation else (), start=1):
        if number > step:  # what a change leads to is shown at once
            chips.append(chip(generated.token if changed else "·", "later", note=f"step {number}", step=number))
            continue
        look = ["current"] if number == step else []
        look += ["copied"] if generated.copied_from is not None else []
        look += ["special"] if generated.token in specials else []
        look += ["changed"] if number - 1 in changed else []
        note = "copied from the sentence" if generated.copied_from is not None else ""
        note = "forced" if generated.forced else note
        chips.append(chip(generated.token, *look, note=note, below=format_share(generated.probability), step=number))
    is_cut = translation is not None and not translation.is_complete
    note = f"stopped at its limit of {len(chips)} tokens" if is_cut else ""
    show_row("Generated" if run is None or run.corpus.is_raw_text else "French", chips, note)
    text = write_translation(translation, sentence, step) if translation else ""
    is_guess = translation is not None and run is not None and not cached_records.is_in_domain(run, sentence)
    remark = hint("outside what it learned: a guess") if is_guess else ""
    st.html(f'<div class="french">{isolate(text)}{remark}</div>')


def show_step(translation: Translation, step: int, *, can_force: bool = True) -> None:
    """Show one step, counted from 1: the token generated and its candidates, which a click generates if it can."""
    generated, chosen = translation.steps[step - 1], translation.vocabulary_tokens[step - 1]
    bars = []
    for place, candidate in enumerate(generated.candidates):
        is_chosen = candidate.token == chosen
        # No token lets the model choose: it would choose its first candidate, or the token that is kept already.
        is_released = generated.forced and (is_chosen or place == 0)
        action = "let the model choose" if is_released else "keep this token" if is_chosen else "generate this token"
        sign = step_clicks.KEEP if is_chosen else step_clicks.FORCE
        forces = f"{step}{sign}{'' if is_released else candidate.token}" if can_force else ""
        look = "chosen" if is_chosen else ""
        bars.append(CandidateBar(candidate.token, candidate.probability, look, forces=forces, action=action))
    copied = ""
    if generated.copied_from is not None:
        copied = (
            f"The model generated {escape(chosen)}, an unknown word: "
            f"{isolate(generated.token)} is copied from the sentence, where cross-attention points."
        )
    title = f"Step {step} of {len(translation.steps)}:"
    show_candidates(title, generated.token, bars, (copied,))


def map_height(translation: Translation | None) -> int:
    """Return the height of the big map in pixels, the same for every kind of attention and at every step."""
    return heatmap_height(max(len(translation.source), len(translation.target)) if translation else 0)


def draw_overview(
    run: ShownRun,
    snapshot: ShownSnapshot,
    view: MapView,
    *,
    is_stretched: bool,
    gold: Pair | None,
    off: Collection[tuple[int, int]],
    on_click: Callable[[], None],
) -> None:
    """Draw all heads with their scores, after a pause in which the big map reaches the screen."""
    turns.pause(OVERVIEW_DELAY)
    kind = view.choice.kind
    labels = None if isinstance(snapshot, PretrainedSnapshot) else _label_tiles(run, snapshot, kind, off)
    n_layers = snapshot.translator.model.config.count_layers(kind)
    height = tiles_height(n_layers, has_labels=bool(run.corpus.held_out))
    view.draw_overview(is_stretched=is_stretched, labels=labels, gold=gold, off=off, height=height, on_click=on_click)


def _label_tiles(run: ShownRun, snapshot: Snapshot, kind: Kind, off: Collection[tuple[int, int]]) -> TileLabels | None:
    """Return the scores of the heads: alignment accuracy where there are gold links, else where most rows look."""
    if kind is Kind.CROSS and (scores := cached_records.score_heads(snapshot, run)) is not None:
        return label_alignment(scores, off)
    measures = cached_records.measure_offsets(snapshot, run, kind)
    if measures is None:
        return None
    return label_offsets(np.vectorize(name_offset)(measures.best_offset), measures.offset_share, off)


def invite(vocabulary: Vocabulary) -> None:
    """Ask for a sentence, and offer examples where the model knows the words of the toy grammar."""
    with st.container(height="stretch", horizontal_alignment="center", vertical_alignment="center"):
        texts.show_section("empty", "Subwords" if vocabulary.is_subword else "Words")
        if not vocabulary.is_subword:
            sentence_box.offer_examples()
