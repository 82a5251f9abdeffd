"""The control that gives a row of the head shown other weights: all on one token, or any share for each."""

import zlib

import numpy as np
import streamlit as st

from model.inference.edited_row import EditedRow, pin_row, set_weights
from model.inference.named_head import Head
from model.inference.row_labels import number_repeated
from model.transformer.config import AttentionSizes
from model.transformer.kind import Kind
from ui.translate import intervention_link, source_token, translate_page_keys
from ui.widgets import session, step_slider
from ui.widgets.headings import show_remark
from ui.widgets.map_view import MapView
from ui.widgets.markdown import escape_markdown

_WEIGHT = "Weight"


def show_row_editing(config: AttentionSizes, view: MapView) -> None:
    """Draw a popover: the framed row, or an encoder row to choose, and the weights of the tokens it may look at."""
    popover = st.popover(
        "Edit row", key=translate_page_keys.EDIT_ROW, icon=":material/edit:", type="tertiary", on_change="rerun",
    )  # fmt: skip
    if not popover.open:
        return
    keys, queries = map(number_repeated, view.tokens)  # options of the same text would be one option
    with popover:
        if view.choice.kind is Kind.ENCODER:
            if view.current_row is not None:
                session.put(translate_page_keys.EDITED_ROW, view.current_row)
            row: int = st.selectbox(
                "Row", range(len(queries)), key=translate_page_keys.EDITED_ROW, on_change=_choose_row,
                format_func=lambda place: queries[place],
            )  # fmt: skip
        else:
            row = (view.n_rows or len(queries)) - 1
        if view.choice.head is None:
            show_remark("In every head of the layer.")
        allowed = range(row + 1 if view.choice.kind is Kind.DECODER else len(keys))
        heads = view.choice.list_heads(config)
        st.pills(
            f"Row {row + 1}, {escape_markdown(queries[row])}, looks only at", allowed,
            key=translate_page_keys.PINNED_KEY, format_func=lambda place: escape_markdown(keys[place]),
            on_change=_pin, args=(heads, row),
        )  # fmt: skip
        _show_table(heads, row, keys[: len(allowed)], view.weights[row, : len(allowed)])


def _show_table(heads: list[Head], row: int, tokens: tuple[str, ...], weights: np.ndarray) -> None:
    """Draw the weights of a row in percent; the tokens that are not edited share the rest as they did before."""
    digest = zlib.crc32(f"{heads} {row} {tokens} {weights.tobytes()!r}".encode())  # an edit is made once
    key = f"{translate_page_keys.ROW_TABLE}{digest:x}"
    st.data_editor(
        {"Token": tokens, _WEIGHT: [round(100 * float(weight)) for weight in weights]},
        key=key, hide_index=True, width="stretch", disabled=["Token"],
        on_change=edit_row, args=(key, heads, row, weights),
        column_config={_WEIGHT: st.column_config.NumberColumn("Weight, %", min_value=0, max_value=100, step=1)},
        alt=f"The weights of row {row + 1}, in percent",
    )  # fmt: skip
    show_remark("Change a weight, and the other tokens share what is left.")


def _choose_row() -> None:
    source_token.choose_source_token(session.get(translate_page_keys.EDITED_ROW) + 1)


def _pin(heads: list[Head], row: int) -> None:
    key = session.take(translate_page_keys.PINNED_KEY)
    session.put(translate_page_keys.EDIT_ROW, False)  # closes the popover
    if key is not None:
        _give([pin_row(head, row, key) for head in heads])


def edit_row(table: str, heads: list[Head], row: int, weights: np.ndarray) -> None:
    """Give a row the weights typed into its table, in a callback.

    Args:
        table: key of the data editor.
        heads: whose row it is.
        row: counted from 0.
        weights: (K,), before the edit.
    """
    cells = {int(key): edited.get(_WEIGHT) for key, edited in session.get(table)["edited_rows"].items()}
    percents = {key: max(0, min(100, int(percent))) for key, percent in cells.items() if percent is not None}
    if percents:
        changed = set_weights(weights, percents)
        _give([EditedRow(head, row, changed) for head in heads])


def _give(rows: list[EditedRow]) -> None:
    """Edit a row of one head or more, and stay at its step or source token, however long the translation becomes."""
    intervention_link.edit_rows(rows)
    choose = source_token.choose_source_token if rows[0].head.kind is Kind.ENCODER else step_slider.go_to
    choose(rows[0].row + 1)
