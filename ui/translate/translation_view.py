"""A translation on the page: its tokens, and the candidates of a step."""

from collections.abc import Collection

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from figures.share_text import format_share
from model.data.sentence import Sentence
from model.inference.french_text import write_translation
from model.inference.translation import Translation
from ui.runs.shown_run import ShownRun
from ui.translate import source_token, translate_page_keys
from ui.translate.languages import Language, find_source_language, find_target_language
from ui.translate.translation_remark import write_remark
from ui.widgets import step_clicks
from ui.widgets.abbreviation import shorten
from ui.widgets.candidate_bars import CandidateBar, show_candidates
from ui.widgets.token_chips import LATER, chip, hint, isolate, show_row, show_sentence

_LONGEST_WORD = 30  # characters of a word in the French text, so that the page keeps its height
_STEP_HEIGHT = 188  # pixels of a step with five candidates
DIFFERS = "differs from the translation without changes"


def place_translation() -> DeltaGenerator:
    """Return an empty place for the generated tokens."""
    return st.container(key=translate_page_keys.TRANSLATION)


def show_source(run: ShownRun, sentence: Sentence) -> DeltaGenerator:
    """Show the tokens that the model reads, and return the place beside them for completions."""
    unknown = "unknown to this model" if run.corpus.is_raw_text else "unknown, may be copied"
    language = find_source_language(run)
    source_token.follow_sentence(sentence.texts, is_typing=bool(sentence.typing))
    chosen = source_token.find_framed_token()
    return show_sentence(sentence, language.name, unknown, language.tag, chosen=chosen)


def show_translation(
    run: ShownRun | None,
    translation: Translation | None,
    sentence: Sentence,
    step: int,
    changed: Collection[int] = (),
    *,
    difference: str = DIFFERS,
    is_whole: bool = False,
) -> None:
    """Show the tokens generated up to a step, with their probabilities, and below them the text that they make.

    Args:
        run: the training, whose corpus tells which sentences were learned; None if it is not known.
        translation: None for an empty row.
        sentence: as typed.
        step: of decoding, counted from 1.
        changed: steps, counted from 0, whose tokens an intervention changed.
        difference: what these tokens say of the change, "" for nothing.
        is_whole: True to show the tokens of later steps too, faintly; False for a dot in place of each.
    """
    chips = []
    for number, generated in enumerate(translation.steps if translation else (), start=1):
        if number > step:
            text, look = (generated.token, ["later"]) if is_whole else (LATER, ["later", "dot"])
            chips.append(chip(text, *look, note=f"step {number}", step=number))
            continue
        look = ["current"] if number == step else []
        look += ["copied"] if generated.copied_from is not None else []
        look += ["special"] if translation and translation.is_special(generated.token) else []
        look += ["changed"] if number - 1 in changed else []
        notes = ["copied from the sentence"] if generated.copied_from is not None else []
        notes = ["forced"] if generated.forced else notes
        notes += [difference] if difference and number - 1 in changed else []
        share = format_share(generated.probability)
        chips.append(chip(generated.token, *look, note="; ".join(notes), below=share, step=number))
    is_cut = translation is not None and not translation.is_complete
    note = f"stopped at its limit of {len(chips)} tokens" if is_cut else ""
    language = find_target_language(run)
    show_row(language.name, chips, note, language.tag)
    text = write_translation(translation, sentence, step) if translation else ""
    if translation and not translation.is_subword:  # subwords copy no word, and some scripts have no spaces
        text = " ".join(shorten(word, _LONGEST_WORD) for word in text.split(" "))
    remark = write_remark(run, translation, sentence, is_changed=bool(changed)) if translation and run else ""
    remark = hint(remark) if remark else ""
    st.html(f'<div class="french"><span lang="{language.tag}">{isolate(text)}</span>{remark}</div>')


def show_tokens(
    name: str,
    translation: Translation,
    marked: frozenset[int],
    difference: str,
    language: Language,
    note: str = "",
    *,
    can_force: bool = False,
) -> None:
    """Show the tokens of a translation, marked ones with their difference; a click forces one at its step if it can."""
    chips, tokens = [], translation.vocabulary_tokens
    for place, step in enumerate(translation.steps):
        looks = ["changed"] * (place in marked) + ["special"] * translation.is_special(step.token)
        forces = f"{place + 1}{step_clicks.FORCE}{tokens[place]}" if can_force else ""
        tips = [difference] * (place in marked) + ["generate this token at this step"] * can_force
        chips.append(
            chip(step.token, *looks, note="; ".join(tips), below=format_share(step.probability), forces=forces)
        )
    show_row(name, chips, note, language.tag)


def show_step(run: ShownRun | None, translation: Translation | None, step: int, *, can_force: bool = True) -> None:
    """Show one step, counted from 1: the token generated and its candidates, which a click generates if it can.

    Without a translation, keep their room: what stands below stays where it is.
    """
    if translation is None:
        st.space(_STEP_HEIGHT)
        return
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
    note = "" if generated.copied_from is None else f"copied for {chosen}"
    title = f"Step {step} of {len(translation.steps)}:"
    show_candidates(title, generated.token, bars, note=note, language=find_target_language(run).tag)
