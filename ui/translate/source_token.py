"""The token of the source sentence whose row of an encoder map is framed, counted from 1; the URL holds it."""

from collections.abc import Sequence

import streamlit as st

from model.transformer.kind import Kind
from ui.widgets import head_selector, link_keys, session, unbound_parameters, widget_keys
from ui.widgets.markdown import escape_markdown
from ui.widgets.reported_number import read_reported_number
from ui.widgets.shortened import shorten

_MAX_LENGTH = 24  # characters of a rejected value in the message


def find_source_token() -> int | None:
    """Return the token chosen, None for none; the sentence may be too short for it. Reject what is no number."""
    text = unbound_parameters.read(link_keys.FRAMED)
    token = read_reported_number(text) or None
    if text and token is None:
        unbound_parameters.write(link_keys.FRAMED, "")
        about = f"The link frames token “{shorten(text, _MAX_LENGTH)}”, which is not a number from 1; none is framed."
        st.toast(escape_markdown(about), icon=":material/link_off:", duration="long")
    return token


def follow_sentence(tokens: Sequence[str]) -> None:
    """Let the choice go once another token, or none, has come to its place; one of a link may wait for its token."""
    token = find_source_token()
    text = tokens[token - 1] if token and token <= len(tokens) else ""
    before, text_before = session.get(widget_keys.FRAMED_WORD, (None, ""))
    if token == before and text_before and text != text_before:
        unbound_parameters.write(link_keys.FRAMED, "")
        token, text = None, ""
    session.put(widget_keys.FRAMED_WORD, (token, text))


def find_clickable_token() -> int | None:
    """Return the token to mark in the sentence, 0 for none; None if a click on a token chooses nothing."""
    return find_source_token() or 0 if head_selector.find_kind() is Kind.ENCODER else None


def choose_source_token(token: int) -> None:
    """Choose a token in a callback."""
    unbound_parameters.write(link_keys.FRAMED, str(token))


def toggle_source_token(token: int) -> None:
    """Choose a token in a callback, or none if it is chosen."""
    unbound_parameters.write(link_keys.FRAMED, "" if token == find_source_token() else str(token))
