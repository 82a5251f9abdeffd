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
from model.data.typed_sentence import Sentence, read_sentence
from model.inference.attention_maps import Maps
from model.inference.teacher_forcing import missing
from model.inference.translation import Translation
from model.transformer.config import ModelConfig
from model.transformer.kind import Kind
from ui.runs import cache
from ui.training import probe_sentences, training_keys
from ui.training.compare_sides import Side
from ui.widgets import chart, head_selector, html_pieces, map_view, number_format
from ui.widgets.head_selector import HeadChoice

_HEIGHT = 330
_COLORS = ",".join(f"{color} {place:.0%}" for place, color in DIFFERENCE_SCALE)


def show(first: Side, second: Side) -> None:
    """Draw a sentence and a head to choose, then both maps and their difference."""
    with st.container(key=training_keys.COMPARE_CHOICE, horizontal=True, vertical_alignment="bottom", gap="medium"):
        choice = head_selector.head_choice(_common(first, second))
        is_stretched = head_selector.stretch()
    text = probe_sentences.sentence_box()
    # The better one tells what both are fed: the maps of words that make no sense say little.
    teller, other = sorted((first, second), key=lambda side: side.snapshot.evaluation.loss)
    sentence = read_sentence(f"{text} ", teller.snapshot.translator.source)
    if not sentence.tokens:
        html_pieces.show_remark("Type a sentence for both to translate.")
        return
    html_pieces.say_if_changed(sentence)
    translation = cache.translation(teller.snapshot, sentence)
    strangers = _strangers(other, sentence, translation, text)
    if strangers:
        html_pieces.show_remark(strangers)
        return
    _maps(first, second, sentence, translation, choice, is_stretched=is_stretched)
    html_pieces.show_remark(_fed(teller, other, sentence, translation))


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
    keys, queries = map_view.labels(translation, kind, len(translation.steps))
    words, rows = translation.keys(kind), translation.queries(kind)
    look = partial(
        _draw, keys=keys, queries=queries, label_width=140 if kind is Kind.DECODER else 84, height=_HEIGHT,
        axes=axes(kind),
    )  # fmt: skip
    told = f"{kind.value} attention, {choice.name}"
    hover = difference_texts(kind, a, b, words, rows)
    most = _most(b - a, hover)
    with st.container(key=training_keys.COMPARED):
        columns = st.columns(3, gap="medium")
        for column, side, weights, color in zip(columns, (first, second), (a, b), ("first", "second"), strict=False):
            with column:
                html_pieces.show_heading(
                    side.letter, f"{side.name}, step {number_format.number(side.snapshot.step)}", color
                )
                look(
                    heatmap, weights, f"map_{side.letter}", f"{told}, of {side.letter}, {side.name}.",
                    hover=hover_texts(kind, weights, words, rows), brightest=brightest,
                )  # fmt: skip
                html_pieces.show_legend(brightest)
        with columns[2]:
            html_pieces.show_heading("B − A", told)
            look(difference, b - a, "map_difference", f"{told}, B minus A. {_plain(most)}", hover=hover, limit=limit)
            _legend(limit)
    st.html(f'<div class="line">Most apart: {most}.</div>')


def _draw(figure: Callable[..., go.Figure], values: Maps, key: str, alt: str, **look: Any) -> None:
    chart.draw(figure(values, **look), key, alt, height=_HEIGHT)


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
