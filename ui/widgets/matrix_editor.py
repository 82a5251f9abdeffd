"""Editable tables of matrices; the edited cells are in the link."""

import math
import zlib
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import streamlit as st

from model.lab.matrices import MAX_VALUE, Check, Matrix
from ui.widgets import link_keys, session, unbound_parameters, widget_keys
from ui.widgets.abbreviation import shorten
from ui.widgets.edited_cells import MAX_CELLS, apply_edits, compute_checksum, format_edits, format_value
from ui.widgets.markdown import escape_markdown

_MAX_SHOWN = 20  # characters of a text in a message
_ROW = "row"  # column of the names of rows


def edit_matrices(
    original: Mapping[str, Matrix], check: Check, name_rows: Callable[[str], Sequence[str]]
) -> tuple[dict[str, Matrix], str]:
    """Show a table for each matrix.

    Args:
        original: before any edit.
        check: accepts or refuses edited matrices.
        name_rows: returns a token for each row of the matrix of that name; nothing for numbered rows.

    Returns:
        The edited matrices and ""; or the matrices without the invalid edits, and the reason in a sentence.
        Matrices too large for a table are returned unchanged.
    """
    try:
        check(original)
    except ValueError as error:
        st.caption(f"{escape_markdown(str(error))} These matrices cannot be edited.")
        return dict(original), ""
    if unbound_parameters.take_change(link_keys.EDITS):
        _forget_tables()
    start, problem = _read_link(original, check)
    tables = {}
    for tab, (name, matrix) in zip(st.tabs(list(start)), start.items(), strict=True):
        with tab:
            tables[name] = _show_table(name, matrix, name_rows(name) or [str(row + 1) for row in range(len(matrix))])
    st.caption(f"The link contains up to {MAX_CELLS} edited cells.")
    edited, problems = {}, []
    for name, table in tables.items():
        edited[name], refused = _parse_cells(name, table, start[name])
        problems += refused
    if problems:
        problem = f"{problems[0]} The cell keeps its number."
    if any(not np.array_equal(edited[name], matrix) for name, matrix in start.items()):
        try:
            start = check(edited)
        except ValueError as error:
            problem = f"{error} The numbers from before the edit are shown."
    edits = format_edits(original, start)
    unbound_parameters.write(link_keys.EDITS, edits)
    if edits:
        st.button("Reset", icon=":material/undo:", type="tertiary", key=widget_keys.RESET_EDITS, on_click=_reset)
    return start, problem


def _reset() -> None:
    """Take back all edited cells, those of a link too."""
    _forget_tables()
    unbound_parameters.write(link_keys.EDITS, "")


def _forget_tables() -> None:
    """Forget what was typed into the tables and read from a link: they are drawn anew, with the cells of the URL."""
    session.put(widget_keys.RESETS, session.get(widget_keys.RESETS, 0) + 1)
    session.forget(widget_keys.LINKED)


def _read_link(original: Mapping[str, Matrix], check: Check) -> tuple[dict[str, Matrix], str]:
    """Apply the edits of the link that opened this page; they belong to the matrices shown first."""
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


def forget_link() -> None:
    """Forget the edits of the link that opened the page that is left."""
    session.forget(widget_keys.LINKED)


def _show_table(name: str, matrix: Matrix, rows: Sequence[str]) -> dict[str, list[str | None]]:
    """Show a table for a matrix, behind the names of its rows, and return its columns.

    The cells are texts: a column of numbers would drop letters while they are typed, and read 1e400 as another number.
    """
    columns = {
        str(number + 1): [format_value(value) for value in column] for number, column in enumerate(matrix.T.tolist())
    }
    key = f"{widget_keys.EDITOR}{name}_{zlib.crc32(matrix.tobytes()):x}_{session.get(widget_keys.RESETS, 0)}"
    looks = {number: st.column_config.TextColumn(alignment="right") for number in columns}
    looks[_ROW] = st.column_config.TextColumn("", disabled=True, pinned=True)
    table: dict[str, list[str | None]] = st.data_editor(
        {_ROW: rows} | columns, key=key, hide_index=True, width="content", column_config=looks,
        alt=f"The numbers of {name}",
    )  # fmt: skip
    return {number: table[number] for number in columns}


def _parse_cells(name: str, table: dict[str, list[str | None]], matrix: Matrix) -> tuple[Matrix, list[str]]:
    """Convert the texts of a table to a matrix; refused cells keep their numbers.

    Returns:
        The edited matrix, and a sentence for each refused cell.
    """
    edited, problems = matrix.copy(), []
    for column, texts in enumerate(table.values()):
        for row, text in enumerate(texts):
            try:
                edited[row, column] = _parse_number(text or "")
            except ValueError as error:
                problems.append(f"{name}, row {row + 1}, column {column + 1}, {error}.")
    return edited, problems


def _parse_number(text: str) -> float:
    """Return the number that a text stands for.

    Raises:
        ValueError: it is no number or too large; the message ends a sentence that begins with the place of the text.
    """
    if not text.strip():
        raise ValueError("is empty")
    try:
        value = float(text.replace("−", "-"))
    except ValueError:
        value = math.nan
    if abs(value) <= MAX_VALUE:
        return value
    shown = shorten(text, _MAX_SHOWN)
    raise ValueError(f"is “{shown}”: {'not a number' if math.isnan(value) else f'the limit is {MAX_VALUE:g}'}")
