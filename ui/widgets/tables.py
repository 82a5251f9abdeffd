"""Small tables of numbers as HTML; all texts are escaped."""

from collections.abc import Sequence
from html import escape

import streamlit as st


def show_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Show values in large type in columns; the first column names the rows."""
    first = _write_headings(headings)
    body = "".join(
        f"<tr><th>{escape(row[0])}</th>{''.join(f'<td>{escape(text)}</td>' for text in row[1:])}</tr>" for row in rows
    )
    st.html(f'<table class="scores"><tr>{first}</tr>{body}</table>')


def show_plain_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Show texts of ordinary size in columns; a table wider than its place scrolls."""
    first = _write_headings(headings)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    st.html(f'<div class="preview"><table><tr>{first}</tr>{body}</table></div>')


def show_numbers(numbers: Sequence[tuple[str, str]]) -> None:
    """Show pairs of a name and a value side by side."""
    cells = "".join(f"<div><b>{escape(value)}</b><span>{escape(name)}</span></div>" for name, value in numbers)
    st.html(f'<div class="figures">{cells}</div>')


def _write_headings(headings: Sequence[str]) -> str:
    """Return the headings of columns as HTML; a column without one has an ordinary cell there, for screen readers."""
    return "".join(f"<th>{escape(text)}</th>" if text else "<td></td>" for text in headings)
