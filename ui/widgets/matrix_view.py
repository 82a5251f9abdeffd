"""Matrices as pictures with a name above and a shape below, arranged in lines."""

from collections.abc import Callable, Sequence

import numpy as np
import streamlit as st
from numpy.typing import NDArray
from streamlit.delta_generator import DeltaGenerator

from figures.matrix import matrix, matrix_size
from ui.widgets import chart, widget_keys
from ui.widgets.headings import show_heading

_NUMBER_WIDTH, _MAX_LABEL_WIDTH = 24, 182  # pixels for row labels, from a number to two of the longest words
_LETTER_WIDTH, _LABEL_PADDING = 6, 12


def show_matrix(
    name: str,
    values: NDArray[np.floating],
    key: str,
    about: str,
    *,
    note: str = "",
    rows: Sequence[str] = (),
    columns: Sequence[str] = (),
    is_signed: bool = True,
    is_stretched: bool = False,
    frame: tuple[int | None, int | None] = (None, None),
    chart_key: str = "",
    on_click: Callable[[], None] | None = None,
) -> None:
    """Show one matrix.

    Args:
        name: LaTeX.
        values: cells that are not finite stay blank.
        key: of the container, after ``signed_`` or ``shares_``.
        about: the name in words, for screen readers and the title of saved pictures.
        note: what rows and columns are.
        rows: labels; numbers by default.
        columns: labels; numbers by default.
        is_signed: False for shares between 0 and 1.
        is_stretched: True if the brightest colour stands for the largest share.
        frame: the row and column to frame.
        chart_key: of the picture; derived from ``key`` by default.
        on_click: called when a cell is clicked.
    """
    n_rows, n_columns = values.shape
    longest = max(map(len, rows), default=0)
    label_width = min(_MAX_LABEL_WIDTH, max(_NUMBER_WIDTH, _LETTER_WIDTH * longest + _LABEL_PADDING))
    width, height = matrix_size(n_rows, n_columns, label_width=label_width, has_names=bool(rows), columns=columns)
    figure = matrix(
        values, rows=rows, columns=columns, is_signed=is_signed, is_stretched=is_stretched, chosen_row=frame[0],
        chosen_column=frame[1], label_width=label_width, is_clickable=on_click is not None,
        version=chart.count_clicks(),
    )  # fmt: skip
    with st.container(
        key=f"{widget_keys.SIGNED if is_signed else widget_keys.SHARES}{key}", width="content", gap="xsmall"
    ):
        st.markdown(f"${name}$")
        chart.draw(
            figure, chart_key or f"{widget_keys.CHART}{key}", f"{about}, {n_rows} × {n_columns}", on_click=on_click,
            width=width, height=height,
        )  # fmt: skip
        st.caption(f"{n_rows} × {n_columns}{' · ' + note if note else ''}")


def add_line(key: str) -> DeltaGenerator:
    """Return a container for matrices side by side."""
    return st.container(key=f"{widget_keys.LINE}{key}", horizontal=True, vertical_alignment="top", gap="medium")


def add_titled_line(title: str, note: str, key: str) -> DeltaGenerator:
    """Return a container for matrices side by side under a heading."""
    with st.container(width="content"):
        show_heading(title, note, width="content")
        return add_line(key)
