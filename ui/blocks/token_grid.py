"""A batch of token ids as a table: one row per sentence, one column per position."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

import streamlit as st


class GridToken(NamedTuple):
    """One cell: the token above its id; ``look`` is "", ``unknown`` or ``padding``."""

    text: str
    id: int
    look: str = ""


def show_token_grid(rows: Sequence[Sequence[GridToken]]) -> None:
    """Show the rows, numbered from 1."""
    body = "".join(
        f"<tr><th>{number}</th>{''.join(_format_cell(token) for token in row)}</tr>"
        for number, row in enumerate(rows, start=1)
    )
    st.html(f'<div class="batch" tabindex="0" role="region" aria-label="Padded batch"><table>{body}</table></div>')


def _format_cell(token: GridToken) -> str:
    return f'<td class="{token.look}"><bdi>{escape(token.text)}</bdi><small>{token.id}</small></td>'
