"""The maps of two compared snapshots for the same tokens, and the difference of the two."""

import re
from dataclasses import replace
from html import unescape

import numpy as np
import streamlit as st

from figures.difference import difference
from figures.hover_texts import axis_titles, difference_texts
from figures.layout import find_color_limit
from model.data.sentence import Sentence
from model.data.typed_sentence import read_finished_sentence, read_sentence
from model.inference.attention_maps import AttentionMaps
from model.inference.french_text import write_translation
from model.inference.teacher_forcing import find_unknown_tokens, run_teacher_forcing
from model.inference.translation import Translation
from model.training.snapshot import Snapshot
from model.training.translation_task import GUIDED_HEAD
from model.transformer.config import ModelConfig
from model.transformer.kind import Kind
from ui.runs import example_sentences
from ui.runs.cached_records import compute_translation
from ui.runs.record_cache import cache_records
from ui.training import training_page_keys
from ui.training.compare_sides import Side
from ui.widgets import chart, head_selector, legends, sentence_box, token_chips
from ui.widgets.head_selector import HeadChoice
from ui.widgets.headings import show_heading, show_remark
from ui.widgets.map_view import MapView
from ui.widgets.number_format import format_number

_HEIGHT = 330
_LABEL_WIDTHS = (140, 84)


def show(first: Side, second: Side) -> None:
    """Draw the choice of a sentence and a head, then both maps and their difference."""
    with st.container(
        key=training_page_keys.COMPARE_CHOICE, horizontal=True, vertical_alignment="bottom", gap="medium"
    ):
        sizes = _common_sizes(first, second)
        choice = head_selector.choose_head(sizes, _find_guided_head(first, second, sizes))
        is_stretched = legends.choose_stretch(
            "In both maps the brightest colour stands for the largest weight of the two"
        )
    text = sentence_box.type_probe_sentence(example_sentences.choose_example(first.run))
    # Both are fed the translation of the model with the lower held-out loss: maps of a poor translation mean little.
    better, worse = sorted((first, second), key=lambda side: side.snapshot.evaluation.loss)
    sentence = read_sentence(text, better.snapshot.translator.source)
    if not sentence.tokens:
        show_remark("Type a sentence for both to translate.")
        return
    translation = compute_translation(better.snapshot, sentence)
    obstacle = _find_obstacle(worse, sentence, translation, text)
    if obstacle:
        show_remark(obstacle)
        return
    _draw_maps(first, second, sentence, translation, choice, is_stretched=is_stretched)
    show_remark(_name_translations(better, worse, sentence, translation))
    token_chips.show_input_remark(sentence)


def _common_sizes(first: Side, second: Side) -> ModelConfig:
    """Return a config with the layers and heads that both models have."""
    fewer_heads, other = sorted(
        (side.snapshot.translator.model.config for side in (first, second)), key=lambda config: config.n_heads
    )
    return replace(fewer_heads, n_layers=min(fewer_heads.n_layers, other.n_layers))


def _find_guided_head(first: Side, second: Side, sizes: ModelConfig) -> HeadChoice | None:
    """Return the guided head if one of the trainings guided a head that both have."""
    layers = {side.snapshot.translator.model.config.n_layers for side in (first, second)}
    if len(layers) == 1 and (first.is_guided or second.is_guided):
        return HeadChoice(Kind.CROSS, sizes.n_layers - 1, GUIDED_HEAD)
    return None


def _find_obstacle(worse: Side, sentence: Sentence, translation: Translation, text: str) -> str:
    """Return why the worse side cannot be fed the same tokens, "" if it can."""
    translator = worse.snapshot.translator
    # A word that is half typed for one vocabulary may be a whole one for the other.
    finished = text.removesuffix(sentence.typing) if sentence.unfinished else text
    if read_finished_sentence(finished, translator.source).words != sentence.words:
        return "The tokenizers of A and B split this sentence differently, so their maps cannot be compared."
    known = [token.word for token in sentence.tokens if token.is_known]
    unknown = find_unknown_tokens(translator, known, translation.vocabulary_tokens)
    if not unknown:
        return ""
    listed = ", ".join(f"“{token}”" for token in unknown[:3]) + (" …" if len(unknown) > 3 else "")
    return f"The vocabulary of {worse.letter} lacks {listed}, so the maps cannot be compared."


def _draw_maps(
    first: Side, second: Side, sentence: Sentence, translation: Translation, choice: HeadChoice, *, is_stretched: bool
) -> None:
    tokens = translation.vocabulary_tokens
    a, b = (
        MapView(replace(translation, maps=_compute_maps(side.snapshot, sentence.words, tokens)), choice)
        for side in (first, second)
    )
    brightest = max(view.brightest(is_stretched=is_stretched) for view in (a, b))
    with st.container(key=training_page_keys.COMPARED):
        columns = st.columns(3, gap="medium")
        for column, side, view, look in zip(columns, (first, second), (a, b), ("first", "second"), strict=False):
            with column:
                show_heading(side.letter, f"step {format_number(side.snapshot.step)}, {side.name}", look=look)
                alt = f"{choice.title}, of {side.letter}, {side.name}."
                view.draw(
                    f"{training_page_keys.MAP}{side.letter}",
                    alt,
                    brightest=brightest,
                    height=_HEIGHT,
                    label_widths=_LABEL_WIDTHS,
                )
                legends.show_weights(brightest)
        with columns[2]:
            show_heading("B − A", "difference of the weights")
            largest = _draw_difference(a, b, is_stretched=is_stretched)
    st.html(f'<div class="line">{largest}</div>')


@cache_records(max_entries=20)  # up to 10 MB each under the biggest models
def _compute_maps(snapshot: Snapshot, words: tuple[str, ...], tokens: tuple[str, ...]) -> AttentionMaps:
    """Return the attention of a snapshot that is fed a given translation."""
    return run_teacher_forcing(snapshot.translator, words, tokens)


def _draw_difference(a: MapView, b: MapView, *, is_stretched: bool) -> str:
    """Draw B minus A and return a sentence that names the largest difference, in HTML."""
    kind, values = a.choice.kind, b.weights - a.weights
    limit = find_color_limit(values) if is_stretched else 1.0
    hover = difference_texts(kind, a.weights, b.weights, *a.tokens)
    row, column = np.unravel_index(np.nanargmax(np.abs(values)), values.shape)
    largest = f"Largest difference: {hover[int(row)][int(column)]}." if values[row, column] else "No weight differs."
    keys, queries = a.labels
    figure = difference(
        values, keys=keys, queries=queries, hover=hover, limit=limit,
        label_width=a.fit_labels(_LABEL_WIDTHS), height=_HEIGHT, axes=axis_titles(kind),
        ends=legends.name_differences(limit),
    )  # fmt: skip
    plain = unescape(re.sub(r"</?b>", "", largest))
    chart.draw(figure, training_page_keys.MAP_DIFFERENCE, f"{a.choice.title}, B minus A. {plain}", height=_HEIGHT)
    legends.show_differences(limit)
    return largest


def _name_translations(better: Side, worse: Side, sentence: Sentence, translation: Translation) -> str:
    """Return a sentence that says whose translation the rows are."""
    text = write_translation(translation, sentence)
    other = write_translation(compute_translation(worse.snapshot, sentence), sentence)
    if other == text:
        return f"Both translate it as “{text.rstrip('.')}”."
    alone = other.rstrip(".")
    return (
        f"Both are fed {better.letter}’s translation (teacher forcing), “{text}”, so that each row is the same token;"
        f" {worse.letter} alone generates {f'“{alone}”' if alone else 'nothing'}."
    )
