"""Several sentences in one batch through the encoder: padding, maps, and the difference from single sentences."""

from functools import partial
from itertools import islice

import numpy as np
import streamlit as st

from figures.heatmap import heatmap, heatmap_height
from figures.hover_texts import axis_titles, weight_texts
from figures.layout import find_color_limit
from figures.tiles import tiles, tiles_height
from model.data.sentence import Sentence
from model.data.typed_sentence import read_finished_sentence
from model.lab.padded_batch import PaddedBatch
from model.runs.training_run import TrainingRun
from model.transformer.kind import Kind
from ui.blocks import blocks_page_keys
from ui.blocks.cached_records import encode_sentences
from ui.blocks.token_grid import GridToken, show_token_grid
from ui.runs import example_sentences
from ui.widgets import (
    chart,
    head_selector,
    heads_overview,
    legends,
    link_keys,
    messages,
    texts,
    token_chips,
    widget_keys,
)
from ui.widgets.head_selector import HeadChoice
from ui.widgets.number_box import choose_number
from ui.widgets.number_format import format_power
from ui.widgets.sentence_box import MAX_PASTED, keep_beginning

_EXAMPLE = "i eat fish\nshe does not like the small black dog\nthe cats see a girl\nhe is tired"
_MAX_SENTENCES = 8
_MAX_KEPT = 4000  # characters, which the URL holds too


def show(run: TrainingRun) -> None:
    """Show the padded batch, the maps of one sentence, and the chosen head for every sentence."""
    snapshot = run.state.snapshot
    left, right = st.columns([1, 2], gap="large")
    example = "\n".join(example_sentences.list_held_out(run.corpus)[:4]) if run.corpus.is_raw_text else _EXAMPLE
    with left:
        text = st.text_area(
            "Sentences, one per line", example, height=190,
            max_chars=MAX_PASTED, key=link_keys.SENTENCES, bind="query-params",
            on_change=keep_beginning, args=(link_keys.SENTENCES, _MAX_KEPT),
        )  # fmt: skip
    if snapshot is None:
        return
    vocabulary = snapshot.translator.source
    read = (read_finished_sentence(line, vocabulary) for line in text.splitlines())
    sentences = list(islice((sentence for sentence in read if sentence.tokens), _MAX_SENTENCES + 1))
    note = f" Only the first {_MAX_SENTENCES} sentences are read." if len(sentences) > _MAX_SENTENCES else ""
    sentences = sentences[:_MAX_SENTENCES]
    if not sentences:
        messages.inform("Type one sentence per line to read them as a batch.")
        return
    batch = encode_sentences(snapshot, tuple(sentences))
    with right:
        with st.container(key=blocks_page_keys.BATCH):
            show_token_grid(_list_tokens(batch, sentences))
        token_chips.show_input_remark(*sentences)
        st.caption(
            f"{len(sentences)} × {len(batch.tokens[0])} ids, padded to the longest sentence.{note} "
            "Largest difference between a sentence's maps in the batch and alone: "
            f"**{format_power(max(batch.differences))}**"
        )
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        sentence = choose_number("Sentence", link_keys.CHOSEN, 1, len(sentences), 1) - 1
        config = snapshot.translator.model.config
        choice = HeadChoice(Kind.ENCODER, *head_selector.choose_layer_and_head(config, Kind.ENCODER))
        is_stretched = legends.choose_stretch()
    left, right = st.columns([1, 1], gap="large")
    with left:
        _show_map(batch, sentence, choice, is_stretched=is_stretched)
    with right:
        with heads_overview.place(config, Kind.ENCODER):
            alt = f"Every layer and head for sentence {sentence + 1}; {choice.name} is framed."
            heads_overview.draw(batch.maps[sentence], choice, alt, is_stretched=is_stretched)
        _show_sentences(batch, sentence, choice, is_stretched=is_stretched)
    texts.show("batch_words")


def _list_tokens(batch: PaddedBatch, sentences: list[Sentence]) -> list[list[GridToken]]:
    rows = []
    for tokens, ids, sentence in zip(batch.tokens, batch.ids, sentences, strict=True):
        looks = ["" if token.is_known else "unknown" for token in sentence.tokens]
        looks += ["padding"] * (len(tokens) - len(looks))
        rows.append([GridToken(*cell) for cell in zip(tokens, ids, looks, strict=True)])
    return rows


def _show_map(batch: PaddedBatch, sentence: int, choice: HeadChoice, *, is_stretched: bool) -> None:
    weights = _select_maps(batch, choice)[sentence]
    tokens, length = batch.tokens[sentence], batch.lengths[sentence]
    brightest = find_color_limit(weights) if is_stretched else 1.0
    height = heatmap_height(len(tokens))
    figure = heatmap(
        weights, keys=tokens, queries=tokens, hover=weight_texts(Kind.ENCODER, np.nan_to_num(weights), tokens, tokens),
        brightest=brightest, height=height, axes=axis_titles(Kind.ENCODER),
    )  # fmt: skip
    alt = f"Encoder attention of sentence {sentence + 1}: {length} tokens, {len(tokens) - length} columns of padding."
    with st.container(key=widget_keys.ATTENTION, height=height, border=False):
        chart.draw(figure, widget_keys.ATTENTION_CHART, alt, height=height)
    legends.show_weights(brightest)
    st.caption(
        f"Sentence {sentence + 1}, {choice.name}. Blank is padding."
        f" Largest difference from the maps of the sentence alone: {format_power(batch.differences[sentence])}."
    )


def _show_sentences(batch: PaddedBatch, sentence: int, choice: HeadChoice, *, is_stretched: bool) -> None:
    n = len(batch.tokens)
    numbers = [str(number + 1) for number in range(n)]
    names = [f"sentence {number}" for number in numbers]
    figure = tiles(
        _select_maps(batch, choice)[None], rows=["batch"], columns=numbers, hover=names, data=list(range(n)),
        chosen=(0, sentence), n_places=batch.maps.shape[2] + 1,  # as many as the heads and their mean above
        is_stretched=is_stretched, version=chart.count_clicks(),
    )  # fmt: skip
    with st.container(key=blocks_page_keys.ALL_SENTENCES):
        alt = f"{choice.name} for every sentence of the batch; sentence {sentence + 1} is framed."
        choose_clicked = partial(chart.store_click, blocks_page_keys.BATCH_CHART, link_keys.CHOSEN)
        chart.draw(figure, blocks_page_keys.BATCH_CHART, alt, on_click=choose_clicked, height=tiles_height(1))


def _select_maps(batch: PaddedBatch, choice: HeadChoice) -> np.ndarray:
    """Return one head's maps of all sentences, or the mean of the layer's heads, (B, S, S)."""
    maps: np.ndarray = batch.maps[:, choice.layer]
    return maps.mean(axis=1) if choice.head is None else maps[:, choice.head]
