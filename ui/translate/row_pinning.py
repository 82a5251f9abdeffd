"""The control that pins a row of the head shown on one token."""

import streamlit as st

from model.inference.intervention import Head, Pin
from model.transformer.config import ModelConfig
from model.transformer.kind import Kind
from ui.translate import intervention_link, translate_page_keys
from ui.widgets import session
from ui.widgets.headings import show_remark
from ui.widgets.map_view import MapView
from ui.widgets.markdown import escape_markdown


def show_row_pinning(config: ModelConfig, view: MapView) -> None:
    """Draw a popover: the framed row, or an encoder row to choose, and the tokens that it may look at."""
    popover = st.popover(
        "Pin row", key=translate_page_keys.PIN, icon=":material/push_pin:", type="tertiary", on_change="rerun",
    )  # fmt: skip
    if not popover.open:
        return
    keys, queries = view.tokens
    with popover:
        if view.choice.kind is Kind.ENCODER:
            row: int = st.selectbox(
                "Row", range(len(queries)), key=translate_page_keys.PINNED_ROW, format_func=lambda place: queries[place]
            )
        else:
            row = (view.n_rows or len(queries)) - 1
        if view.choice.head is None:
            show_remark("In every head of the layer.")
        allowed = range(row + 1 if view.choice.kind is Kind.DECODER else len(keys))
        numbers = range(config.n_heads) if view.choice.head is None else (view.choice.head,)
        heads = [Head(view.choice.kind, view.choice.layer, number) for number in numbers]
        st.pills(
            f"Row {row + 1}, {escape_markdown(queries[row])}, looks only at", allowed,
            key=translate_page_keys.PINNED_KEY, format_func=lambda place: escape_markdown(keys[place]),
            on_change=_pin, args=(heads, row),
        )  # fmt: skip


def _pin(heads: list[Head], row: int) -> None:
    key = session.get(translate_page_keys.PINNED_KEY)
    session.forget(translate_page_keys.PINNED_KEY)
    session.put(translate_page_keys.PIN, False)  # closes the popover
    if key is not None:
        intervention_link.pin_rows([Pin(head, row, key) for head in heads])
