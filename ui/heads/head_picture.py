"""The picture of all heads, coloured by a number; a click opens the head on the Translate page."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product, starmap

import numpy as np
import streamlit as st

from figures.head_grid import grid_height, head_grid
from model.inference.named_head import Head
from model.transformer.kind import Kind
from ui.heads import heads_page_keys
from ui.shell import page_choices
from ui.widgets import chart, link_keys, session, widget_keys

Link = Callable[[Head], dict[str, str]]
_CHANGES = {link_keys.STEP, link_keys.FRAMED, link_keys.OFF, link_keys.FILL, link_keys.ROWS, link_keys.FORCED}


def link_to_head(head: Head) -> dict[str, str]:
    """Return the query parameters of the Translate page that shows a head with the weights shown here.

    The page keeps its sentence and all its other choices, but a model trained elsewhere: this page measures a run.
    """
    weights = {key: st.query_params[key] for key in (link_keys.RUN, link_keys.TRAINING_STEP) if key in st.query_params}
    return page_choices.read_link("Translate") | weights | {
        link_keys.KIND: head.kind.value, link_keys.LAYER: str(head.layer + 1), link_keys.HEAD: str(head.head + 1),
        link_keys.MEAN: "false",
    }  # fmt: skip


def link_to_example(head: Head, words: Sequence[str]) -> dict[str, str]:
    """Return the query parameters of a head on a sentence, without the changes made to the sentence of the page."""
    link = link_to_head(head)
    return {key: value for key, value in link.items() if key not in _CHANGES} | {link_keys.SENTENCE: " ".join(words)}


def draw_heads(
    heads: Sequence[Head],
    values: Sequence[float],
    texts: Sequence[str],
    alt: str,
    *,
    shape: tuple[int, int],
    brightest: float = 1.0,
    missing: str = "",
    link: Link = link_to_head,
) -> None:
    """Draw all heads of a model.

    Args:
        heads: by kind, layer and head; those that are missing stay blank.
        values: one for each head, NaN for none.
        texts: hover text of each head.
        alt: text for screen readers.
        shape: numbers of layers and of heads in a layer.
        brightest: value of the brightest colour.
        missing: written in place of a kind of attention whose heads have no values; "" for nothing.
        link: returns the query parameters of the Translate page that a click opens.
    """
    by_kind = {kind.value: np.full(shape, np.nan) for kind in Kind}
    labels = dict.fromkeys(starmap(Head, product(Kind, *map(range, shape))), "")
    for head, value, text in zip(heads, values, texts, strict=True):
        by_kind[head.kind.value][head.layer, head.head] = value
        labels[head] = text
    figure = head_grid(
        by_kind, texts=list(labels.values()), span=(0.0, brightest), missing=missing,
        version=chart.count_clicks(),
    )  # fmt: skip
    chart.draw(
        figure, heads_page_keys.GRID, alt, on_click=partial(_keep_clicked, link), height=grid_height(shape[0])
    )  # fmt: skip


def open_clicked() -> None:
    """Open the page of the head that was clicked, if one was."""
    if opened := session.take(heads_page_keys.OPENED):
        session.forget(widget_keys.OPENED_RECORD)  # it would be shown in place of the head
        # The slider of training steps has that parameter, and the next page keeps its choice.
        opened = {key: value for key, value in opened.items() if key != link_keys.TRAINING_STEP}
        st.switch_page("app.py", query_params=opened)


def _keep_clicked(link: Link) -> None:
    if (clicked := chart.read_click(heads_page_keys.GRID, Kind, int, int)) is not None:
        session.put(heads_page_keys.OPENED, link(Head(*clicked)))
