"""Matrices one can edit in place, take along as a file, and bring back."""

import zlib
from collections.abc import Callable, Mapping

import numpy as np
import streamlit as st

from model.lab.attention_inputs import Matrix
from model.lab.matrix_files import MAX_BYTES, Check, from_file, to_csv, to_npz
from ui.widgets import link_keys, session, widget_keys
from ui.widgets.edited_cells import MOST, applied, mark, written
from ui.widgets.markdown import escape_markdown


def tables(found: Mapping[str, Matrix], check: Check) -> tuple[dict[str, Matrix], str]:
    """Draw a table for each matrix; the cells that differ from ``found`` are in the link.

    Returns:
        The numbers as they stand in the tables, and ""; or the numbers as they were, and why the edit does not work.
        Numbers that are too many for a table are given back as they are.
    """
    try:
        check(found)
    except ValueError as error:
        st.caption(f"{escape_markdown(str(error))} They are shown, and cannot be edited.")
        return dict(found), ""
    start, problem = _from_link(found, check)
    edited = dict(start)
    for tab, (name, matrix) in zip(st.tabs(list(edited)), start.items(), strict=True):
        with tab:
            columns = {str(number + 1): column for number, column in enumerate(matrix.T.tolist())}
            key = f"{widget_keys.EDITOR}{name}_{zlib.crc32(matrix.tobytes()):x}"
            table = st.data_editor(columns, key=key, hide_index=True, width="content", alt=f"The numbers of {name}")
            edited[name] = _column_by_column(table)
    st.caption(f"Up to {MOST} edited cells travel with the link.")
    if any(not np.array_equal(edited[name], matrix) for name, matrix in start.items()):
        try:
            start = check(edited)
        except ValueError as error:
            problem = f"{error} The numbers from before the edit are shown."
    _into_link(written(found, start))
    return start, problem


def complain(problem: str) -> None:
    """Say why an edit does not work, if it does not."""
    if problem:
        st.warning(escape_markdown(problem), icon=":material/info:")


def download(shown: Mapping[str, Matrix], name: str) -> None:
    """Buttons that save matrices as CSV and as NPZ."""
    makers: list[tuple[str, Callable[..., bytes], str]] = [
        ("csv", to_csv, "text/csv"),
        ("npz", to_npz, "application/zip"),
    ]
    with st.container(horizontal=True):
        for ending, make, mime in makers:
            st.download_button(f"Save as {ending.upper()}", make(shown), f"{name}.{ending}", mime, key=f"save_{ending}")


def upload(name: str, check: Check, on_read: Callable[[], None]) -> None:
    """A box to bring a file of matrices into; ``on_read`` is called when one could be read."""
    st.file_uploader(
        "Bring matrices as CSV or NPZ", ["csv", "npz"], key=widget_keys.UPLOAD, on_change=_read, args=(name, check, on_read),
        max_upload_size=max(1, MAX_BYTES // 1_000_000),
    )  # fmt: skip
    problem = session.get(widget_keys.REFUSED + name)
    if problem:
        kept = "" if uploaded(name) is None else " The numbers from the file before stay."
        st.warning(escape_markdown(problem + kept), icon=":material/info:")


def uploaded(name: str) -> dict[str, Matrix] | None:
    """The matrices of the last file, None where there are none."""
    found: dict[str, Matrix] | None = session.get(widget_keys.UPLOADED + name)
    return found


def _from_link(found: Mapping[str, Matrix], check: Check) -> tuple[dict[str, Matrix], str]:
    """The numbers with the edits that this visit began with, or why they do not work."""
    own = mark(found)
    text, asked = session.get(widget_keys.LINKED) or (st.query_params.get(link_keys.EDITS, ""), own)
    session.put(widget_keys.LINKED, (text, asked))
    if not text:
        return dict(found), ""
    try:
        return check(applied(found, text)), ""
    except ValueError as error:
        # Whoever goes on to other numbers need not hear of it again.
        return dict(found), f"{error} The numbers are shown without them." if own == asked else ""


def _into_link(text: str) -> None:
    if text == st.query_params.get(link_keys.EDITS, ""):
        return
    if text:
        st.query_params[link_keys.EDITS] = text
    else:
        del st.query_params[link_keys.EDITS]


def _read(name: str, check: Check, on_read: Callable[[], None]) -> None:
    file = session.get(widget_keys.UPLOAD)
    session.put(widget_keys.REFUSED + name, "")
    if file is None:
        return
    try:
        session.put(widget_keys.UPLOADED + name, from_file(file.name, file.getvalue(), check))
        on_read()
    except ValueError as error:
        session.put(widget_keys.REFUSED + name, str(error))


def _column_by_column(table: dict[str, list[float | None]]) -> Matrix:
    """Empty cells are NaN, which the check of the matrix finds and names."""
    return np.array([[np.nan if cell is None else cell for cell in column] for column in table.values()], float).T
