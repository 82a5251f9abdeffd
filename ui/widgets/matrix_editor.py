"""Editable tables of matrices; the edited cells are in the link."""

import zlib
from collections.abc import Mapping

import numpy as np
import streamlit as st

from model.lab.matrices import Check, Matrix
from ui.widgets import link_keys, session, widget_keys
from ui.widgets.edited_cells import MAX_CELLS, apply_edits, compute_checksum, format_edits
from ui.widgets.markdown import escape_markdown


def edit_matrices(original: Mapping[str, Matrix], check: Check) -> tuple[dict[str, Matrix], str]:
    """Show a table for each matrix.

    Returns:
        The edited matrices and ""; or the matrices from before an invalid edit, and the reason in a sentence.
        Matrices too large for a table are returned unchanged.
    """
    try:
        check(original)
    except ValueError as error:
        st.caption(f"{escape_markdown(str(error))} These matrices cannot be edited.")
        return dict(original), ""
    start, problem = _read_link(original, check)
    edited = dict(start)
    for tab, (name, matrix) in zip(st.tabs(list(edited)), start.items(), strict=True):
        with tab:
            columns = {str(number + 1): column for number, column in enumerate(matrix.T.tolist())}
            key = f"{widget_keys.EDITOR}{name}_{zlib.crc32(matrix.tobytes()):x}"
            table = st.data_editor(columns, key=key, hide_index=True, width="content", alt=f"The numbers of {name}")
            edited[name] = _stack_columns(table)
    st.caption(f"The link contains up to {MAX_CELLS} edited cells.")
    if any(not np.array_equal(edited[name], matrix) for name, matrix in start.items()):
        try:
            start = check(edited)
        except ValueError as error:
            problem = f"{error} The numbers from before the edit are shown."
    _write_link(format_edits(original, start))
    return start, problem


def _read_link(original: Mapping[str, Matrix], check: Check) -> tuple[dict[str, Matrix], str]:
    """Apply the edits of the link that opened this session; they belong to the matrices shown first."""
    checksum = compute_checksum(original)
    text, first_checksum = session.get(widget_keys.LINKED) or (st.query_params.get(link_keys.EDITS, ""), checksum)
    session.put(widget_keys.LINKED, (text, first_checksum))
    if not text:
        return dict(original), ""
    try:
        return check(apply_edits(original, text)), ""
    except ValueError as error:
        # After a change to other matrices the message would no longer help.
        return dict(original), f"{error} The numbers are shown without them." if checksum == first_checksum else ""


def _write_link(text: str) -> None:
    if text == st.query_params.get(link_keys.EDITS, ""):
        return
    if text:
        st.query_params[link_keys.EDITS] = text
    else:
        del st.query_params[link_keys.EDITS]


def _stack_columns(table: dict[str, list[float | None]]) -> Matrix:
    """Convert a table to a matrix; empty cells become NaN, which the check refuses with their position."""
    return np.array([[np.nan if cell is None else cell for cell in column] for column in table.values()], float).T
