"""The view "Generation": the tokens generated after a prompt, the candidates of each, and where the model looks."""

from functools import partial

import streamlit as st

from figures.heatmap import heatmap_height
from model.data.sentence import MAX_CHARACTERS, MAX_TOKENS, Sentence
from model.data.vocabulary import SPECIALS, UNKNOWNS
from model.inference.generated_text import GeneratedText
from model.transformer.kind import Kind
from ui.language import language_page_keys, next_token_choice
from ui.language.cached_records import generate_text
from ui.language.generated_row import show_generated_text
from ui.language.language_runs import LanguageSnapshots
from ui.widgets import head_selector, heads_overview, legends, link_keys, session, step_clicks, step_slider, widget_keys
from ui.widgets.candidate_bars import CandidateBar, show_candidates
from ui.widgets.map_view import MapView
from ui.widgets.number_format import count

PREDICTING = "predicting"  # what a language model does at each row of its maps


def show(snapshots: LanguageSnapshots, prompt: Sentence) -> None:
    """Draw the view for the causal model."""
    config = snapshots.causal.text_generator.model.config
    generated = st.container(key=language_page_keys.GENERATED)
    left, right = st.columns([2, 1], gap="large")
    with left:
        choice = head_selector.choose_decoder_head(config)
        map_place = st.container()
        with st.container(key=widget_keys.MAP_OPTIONS, horizontal=True, vertical_alignment="center", gap="medium"):
            legend = st.container(width="content")
            has_percentages = legends.choose_percentages()
            is_stretched = legends.choose_stretch()
    sampling = next_token_choice.choose_sampling()
    text = generate_text(snapshots.causal, prompt, sampling)
    with right:
        step = step_slider.choose_step(session.get(link_keys.PROMPT, ""), len(text.steps), 1)
        candidates = st.container(key=widget_keys.CANDIDATES)
    with generated:
        show_generated_text(text, step)
    view = MapView(text, choice, len(text.prompt) + step, is_cut=True, verb=PREDICTING)
    brightest = view.brightest(is_stretched=is_stretched)
    height = heatmap_height(len(text.queries(Kind.DECODER)))  # the same at every step
    with map_place, st.container(key=widget_keys.ATTENTION, height=height, border=False):
        alt = f"Causal attention, {choice.name}: {view.n_rows} tokens, none looks ahead. {view.summary}"
        view.draw(alt=alt, brightest=brightest, has_numbers=has_percentages, height=height)
    with candidates:
        _show_next_token(text, step, view.summary, is_sampled=sampling is not None)
    with legend:
        legends.show_weights(brightest)
    with heads_overview.place(config, Kind.DECODER):
        view.draw_overview(is_stretched=is_stretched)
    step_clicks.listen(partial(_choose_row, text), partial(_continue, text))


def _show_next_token(text: GeneratedText, step: int, summary: str, *, is_sampled: bool) -> None:
    """Show the candidates of a step, counted from 1; if sampled, with their sampling probabilities."""
    generated = text.steps[step - 1]
    tokens = [candidate.token for candidate in generated.candidates]
    chosen = tokens.index(generated.token)
    bars = []
    for place, candidate in enumerate(generated.candidates):
        is_cut = candidate.token in UNKNOWNS or (is_sampled and not candidate.sampling_probability)
        look = "chosen" if place == chosen else "cut" if is_cut else ""
        sampling_probability = candidate.sampling_probability if is_sampled else None
        can_continue = candidate.token not in SPECIALS and _has_room(text, step, candidate.token)
        forces = f"{step}{step_clicks.FORCE}{candidate.token}" if can_continue else ""
        bars.append(
            CandidateBar(
                candidate.token, candidate.probability, look, sampling_probability, forces, "continue with this token"
            )
        )
    headings = (f"sampled from {count(generated.n_possible, 'token')}", "p", "sampled") if is_sampled else ()
    title = f"Next token, {step} of {len(text.steps)}:"
    show_candidates(title, generated.token, bars, line=summary, headings=headings)


def _choose_row(text: GeneratedText, row: int) -> None:
    """Choose the step of a row of the map; the rows of the prompt belong to none."""
    if row > len(text.prompt):
        step_slider.go_to(row - len(text.prompt))


def _continue(text: GeneratedText, step: int, token: str, _: bool) -> None:
    """Let the prompt go on up to a step, counted from 1, with a token there, so that the model continues from it."""
    session.put(link_keys.PROMPT, f"{_write_prompt(text, step, token)} ")


def _has_room(text: GeneratedText, step: int, token: str) -> bool:
    """Return True if a prompt that goes on up to a step, counted from 1, with a token there is read to its end."""
    return len(text.prompt) + step <= MAX_TOKENS and len(_write_prompt(text, step, token)) <= MAX_CHARACTERS


def _write_prompt(text: GeneratedText, step: int, token: str) -> str:
    generated = [each.token for each in text.steps[: step - 1]]
    return " ".join((*text.prompt, *generated, token))
