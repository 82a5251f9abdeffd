"""The maps of two sides for the same tokens, and what one has more than the other."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from html import unescape
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from figures.difference import difference, farthest
from figures.heatmap import heatmap, largest
from figures.palette import DIFFERENCE_SCALE
from figures.wording import axes, difference_texts, hover_texts
from model.config import ModelConfig
from model.forced import missing
from model.kind import Kind
from model.sentence import Sentence, read_sentence
from model.translation import Maps, Translation
from ui import cache, charts, controls, pictures, state, tokens
from ui.controls import HeadChoice
from ui.training import facts, probes
from ui.training.sides import Side

_HEIGHT = 330
_COLORS = ",".join(f"{color} {place:.0%}" for place, color in DIFFERENCE_SCALE)


def show(first: Side, second: Side) -> None:
    """Draw a sentence and a head to choose, then both maps and their difference."""
    with st.container(key=state.COMPARE_CHOICE, horizontal=True, vertical_alignment="bottom", gap="medium"):
        choice = controls.head_choice(_common(first, second))
        is_stretched = controls.stretch()
    text = probes.sentence_box()
    # The better one tells what both are fed: the maps of words that make no sense say little.
    teller, other = sorted((first, second), key=lambda side: side.snapshot.evaluation.loss)
    sentence = read_sentence(f"{text} ", teller.snapshot.translator.source)
    if not sentence.tokens:
        tokens.show_remark("Type a sentence for both to translate.")
        return
    tokens.say_if_changed(sentence)
    translation = cache.translation(teller.snapshot, sentence)
    strangers = _strangers(other, sentence, translation, text)
    if strangers:
        tokens.show_remark(strangers)
        return
    _maps(first, second, sentence, translation, choice, is_stretched=is_stretched)
    tokens.show_remark(_fed(teller, other, sentence, translation))


def _common(first: Side, second: Side) -> ModelConfig:
    """Sizes that both have: the layers and heads one can choose."""
    fewer_heads, other = sorted(
        (side.snapshot.translator.model.config for side in (first, second)), key=lambda config: config.n_heads
    )
    return replace(fewer_heads, n_layers=min(fewer_heads.n_layers, other.n_layers))


def _strangers(other: Side, sentence: Sentence, translation: Translation, text: str) -> str:
    """Why the other side cannot read the same tokens, "" if it can."""
    translator = other.snapshot.translator
    if read_sentence(f"{text} ", translator.source).words != sentence.words:
        return "A and B cut this sentence into different tokens, so their maps cannot be laid over each other."
    known = [token.word for token in sentence.tokens if token.known]
    unknown = missing(translator, known, _generated(translation))
    if not unknown:
        return ""
    listed = ", ".join(f"“{word}”" for word in unknown[:3]) + (" …" if len(unknown) > 3 else "")
    why = f"{other.letter} learned from other words: it does not know {listed}"
    return f"{why}, so the maps cannot be laid over each other."


def _generated(translation: Translation) -> tuple[str, ...]:
    """The tokens as the model generated them, unknown ones not yet replaced by what was copied."""
    return tuple(step.candidates[0].token for step in translation.steps)


def _maps(
    first: Side, second: Side, sentence: Sentence, translation: Translation, choice: HeadChoice, *, is_stretched: bool
) -> None:
    kind, fed = choice.kind, _generated(translation)
    a, b = (
        cache.forced(side.snapshot, sentence.words, fed).head(kind, choice.layer, choice.head)
        for side in (first, second)
    )
    brightest, limit = (max(largest(a), largest(b)), farthest(b - a)) if is_stretched else (1.0, 1.0)
    keys, queries = charts.labels(translation, kind, len(translation.steps))
    words, rows = translation.keys(kind), translation.queries(kind)
    look = partial(
        _draw, keys=keys, queries=queries, label_width=140 if kind is Kind.DECODER else 84, height=_HEIGHT,
        axes=axes(kind),
    )  # fmt: skip
    told = f"{kind.value} attention, {choice.name}"
    hover = difference_texts(kind, a, b, words, rows)
    most = _most(b - a, hover)
    with st.container(key=state.COMPARED):
        columns = st.columns(3, gap="medium")
        for column, side, weights, color in zip(columns, (first, second), (a, b), ("first", "second"), strict=False):
            with column:
                tokens.show_heading(side.letter, f"{side.name}, step {facts.number(side.snapshot.step)}", color)
                look(
                    heatmap, weights, f"map_{side.letter}", f"{told}, of {side.letter}, {side.name}.",
                    hover=hover_texts(kind, weights, words, rows), brightest=brightest,
                )  # fmt: skip
                tokens.show_legend(brightest)
        with columns[2]:
            tokens.show_heading("B − A", told)
            look(difference, b - a, "map_difference", f"{told}, B minus A. {_plain(most)}", hover=hover, limit=limit)
            _legend(limit)
    st.html(f'<div class="line">Most apart: {most}.</div>')


def _draw(figure: Callable[..., go.Figure], values: Maps, key: str, alt: str, **look: Any) -> None:
    pictures.draw(figure(values, **look), key, alt, height=_HEIGHT)


def _most(values: Maps, hover: Sequence[Sequence[str]]) -> str:
    """The cell in which the two are most apart, as HTML."""
    row, column = np.unravel_index(np.nanargmax(np.abs(values)), values.shape)
    return hover[int(row)][int(column)]


def _plain(html: str) -> str:
    return unescape(re.sub(r"</?b>", "", html))


def _fed(teller: Side, other: Side, sentence: Sentence, translation: Translation) -> str:
    """Which translation the maps are of."""
    own = cache.translation(other.snapshot, sentence)
    said = translation.text
    if own.text == said:
        return f"Both translate it as “{said}”."
    return (
        f"Both are fed {teller.letter}’s translation, “{said}”, so that a row is the same word;"
        f" {other.letter} alone says “{own.text}”."
    )


def _legend(limit: float) -> None:
    st.html(
        f'<div class="legend"><span>A looks more, {100 * limit:.0f}</span>'
        f'<span class="scale" style="background:linear-gradient(90deg,{_COLORS})"></span>'
        f"<span>{100 * limit:.0f} points, B looks more</span></div>"
    )
