"""Several sentences through the encoder at once, as in training: padding, maps, and what padding changes: nothing."""

from html import escape

import numpy as np
import streamlit as st

from figures.heatmap import heatmap, height_of, largest
from figures.overview import height as height_of_all
from figures.overview import overview
from figures.tiles import tiles
from figures.wording import axes, hover_texts
from model.data.typed_sentence import Sentence, read_sentence
from model.lab.padded_batch import Together
from model.runs.training_run import TrainingRun
from model.transformer.kind import Kind
from ui.blocks import blocks_keys
from ui.runs import cache
from ui.widgets import chart, head_selector, link_keys, map_view, session, texts, token_chips, widget_keys
from ui.widgets.number_box import choose_number

EXAMPLE = "i eat fish\nshe does not like the small black dog\nthe cats see a girl\nhe is tired"
MOST = 8


def show(run: TrainingRun) -> None:
    """The padded batch, one sentence's maps, and every sentence under the chosen head."""
    snapshot = run.state.snapshot
    left, right = st.columns([1, 2], gap="large")
    with left:
        text = st.text_area(
            "Sentences, one a line", EXAMPLE, height=190, max_chars=2400, key=link_keys.SENTENCES, bind="query-params"
        )
    lines = [line for line in text.splitlines() if line.strip()]
    if snapshot is None:
        return
    vocabulary = snapshot.translator.source
    sentences = [found for line in lines[:MOST] if (found := read_sentence(f"{line} ", vocabulary)).tokens]
    if not sentences:
        st.info("Type a sentence a line, and they are read as one batch.", icon=":material/info:")
        return
    together = cache.together(snapshot, tuple(sentences))
    with right:
        with st.container(key="batch"):
            _grid(together, sentences)
        note = f" Only the first {MOST} sentences are read." if len(lines) > MOST else ""
        token_chips.show_input_remark(*sentences)
        st.caption(
            f"{len(sentences)} × {len(together.tokens[0])} ids, padded to the longest sentence.{note} "
            "Largest difference between a sentence's maps in the batch and alone: "
            f"**{max(together.differences):.1e}**"
        )
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        chosen = choose_number("Sentence", link_keys.CHOSEN, 1, len(sentences), 1) - 1
        layer, head = head_selector.choose_layer_and_head(snapshot.translator.model.config)
        is_stretched = map_view.choose_stretch()
    big, every = st.columns([1, 1], gap="large")
    with big:
        _one(together, chosen, layer, head, is_stretched=is_stretched)
    with every:
        _heads(together, chosen, layer, head, is_stretched=is_stretched)
        _sentences(together, chosen, layer, head, is_stretched=is_stretched)
    texts.show("batch_words")


def _grid(together: Together, sentences: list[Sentence]) -> None:
    """What the model reads: a row a sentence, the word above its id."""
    rows = []
    for number, (words, ids, length) in enumerate(zip(together.tokens, together.ids, together.lengths, strict=True)):
        known = [token.known for token in sentences[number].tokens]
        cells = "".join(
            f'<td class="{"padding" if place >= length else "" if known[place] else "unknown"}">'
            f"<bdi>{escape(token)}</bdi><small>{id_}</small></td>"
            for place, (token, id_) in enumerate(zip(words, ids, strict=True))
        )
        rows.append(f"<tr><th>{number + 1}</th>{cells}</tr>")
    st.html(f'<div class="batch"><table>{"".join(rows)}</table></div>')


def _one(together: Together, chosen: int, layer: int, head: int | None, *, is_stretched: bool) -> None:
    weights = _map(together, layer, head)[chosen]
    words, length = together.tokens[chosen], together.lengths[chosen]
    texts_ = hover_texts(Kind.ENCODER, np.nan_to_num(weights), words, words)
    height = height_of(len(words))
    figure = heatmap(
        weights, keys=words, queries=words, hover=texts_, brightest=largest(weights) if is_stretched else 1.0,
        height=height, axes=axes(Kind.ENCODER),
    )  # fmt: skip
    alt = f"Encoder attention of sentence {chosen + 1}: {length} words, and {len(words) - length} columns of padding."
    with st.container(key=widget_keys.ATTENTION, height=height, border=False):
        chart.draw(figure, "attention_chart", alt, height=height)
    difference = together.differences[chosen]
    st.caption(
        f"Sentence {chosen + 1}, {_name(layer, head)}. Blank is padding."
        f" Read alone, its maps differ by {difference:.1e} at most."
    )


def _heads(together: Together, chosen: int, layer: int, head: int | None, *, is_stretched: bool) -> None:
    maps = together.maps[chosen]
    figure = overview(
        maps, layer=layer, head=head, is_stretched=is_stretched, version=session.get(widget_keys.CLICKS, 0)
    )  # fmt: skip
    with st.container(key=widget_keys.HEADS):
        alt = f"Every layer and head for sentence {chosen + 1}; {_name(layer, head)} is framed."
        chart.draw(
            figure,
            widget_keys.HEADS_CHART,
            alt,
            on_click=head_selector.select_clicked_head,
            height=height_of_all(len(maps)),
        )


def _sentences(together: Together, chosen: int, layer: int, head: int | None, *, is_stretched: bool) -> None:
    n = len(together.tokens)
    names = [f"sentence {number + 1}" if n <= 5 else str(number + 1) for number in range(n)]
    figure = tiles(
        _map(together, layer, head)[None], rows=["batch"], columns=names, hover=names, data=list(range(n)),
        chosen=(0, chosen), is_stretched=is_stretched, version=session.get(widget_keys.CLICKS, 0),
    )  # fmt: skip
    with st.container(key="all_sentences"):
        alt = f"{_name(layer, head)} for every sentence of the batch; sentence {chosen + 1} is framed."
        chart.draw(figure, blocks_keys.BATCH_CHART, alt, on_click=_choose, height=height_of_all(1))


def _map(together: Together, layer: int, head: int | None) -> np.ndarray:
    """One head's maps of all sentences, or the mean of the layer's heads, (B, S, S)."""
    maps: np.ndarray = together.maps[:, layer]
    return maps.mean(axis=1) if head is None else maps[:, head]


def _name(layer: int, head: int | None) -> str:
    return head_selector.HeadChoice(Kind.ENCODER, layer, head).name


def _choose() -> None:
    """Take the sentence that was clicked."""
    place = chart.read_click(blocks_keys.BATCH_CHART)
    if place is not None:
        session.put(link_keys.CHOSEN, place + 1)
