"""Tokens in a row, each in a box of its own with a number below; whatever was typed is escaped."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from model.data.sentence import MAX_CHARACTERS, MAX_TOKENS, Sentence
from model.data.word_boundaries import JOINT
from ui.widgets import widget_keys
from ui.widgets.abbreviation import list_quoted
from ui.widgets.headings import show_remark

_CUT = f"only the first {MAX_CHARACTERS} characters and {MAX_TOKENS} tokens are read"
_INVISIBLE = "invisible characters are read as spaces"
LATER = "·"  # stands for a token of a later step


def show_sentence(
    sentence: Sentence, name: str, unknown: str, language: str = "en", *, note: str = "", chosen: int | None = None
) -> DeltaGenerator:
    """Show the tokens that the model reads.

    Args:
        sentence: its unknown words are marked; the word still being typed has a dotted border.
        name: label of the row.
        unknown: tooltip of unknown words.
        language: as in ``show_row``.
        note: after the tokens, if one of them is unknown.
        chosen: token that a click chose, counted from 1, 0 for none; None if a click chooses none.

    Returns:
        The place beside the tokens for completions.
    """
    chips = list_chips(sentence.texts, chosen, {token.text: unknown for token in sentence.tokens if not token.is_known})
    if sentence.unfinished:
        chips.append(chip(sentence.unfinished, "unfinished", note="still being typed"))
    with st.container(key=widget_keys.TOKENS, horizontal=True, vertical_alignment="top"):
        is_unknown = any(not token.is_known for token in sentence.tokens)
        notes = _list_changes(sentence) + ([note] if note and is_unknown else [])
        show_row(name, chips, "; ".join(notes), language)
        return st.container(width="content", height=36, border=False)


def list_chips(texts: Sequence[str], chosen: int | None, unknown: Mapping[str, str] | None = None) -> list[str]:
    """Return the tokens of a sentence as HTML.

    Args:
        texts: of the tokens.
        chosen: as in ``show_sentence``.
        unknown: tooltips of unknown tokens.
    """
    unknown = unknown or {}
    chips = []
    for number, text in enumerate(texts, start=1):
        look = [*(["current"] if number == chosen else []), *(["unknown"] if text in unknown else [])]
        chips.append(chip(text, *look, note=unknown.get(text, ""), step=None if chosen is None else number))
    return chips


def show_input_remark(*sentences: Sentence) -> None:
    """Show what was cut or replaced in sentences whose tokens are not shown, and the unknown ones, if there are any."""
    if changes := "; ".join(_list_changes(*sentences)):
        show_remark(f"{changes[0].upper()}{changes[1:]}.", look="input_remark")
    tokens = (token for sentence in sentences for token in sentence.tokens)
    unknown = list(dict.fromkeys(token.text.removeprefix(JOINT) for token in tokens if not token.is_known))
    if unknown:
        show_remark(f"Not in the vocabulary: {list_quoted(unknown)}.", look="input_remark")


def show_row(name: str, chips: Iterable[str], note: str = "", language: str = "en") -> None:
    """Show a row of chips behind its label, and a note after them.

    Args:
        name: the label.
        chips: as HTML.
        note: after the chips.
        language: in which screen readers speak the chips, as a BCP 47 tag; empty if it is not known.
    """
    remark = f'<span class="note" lang="en">{escape(note)}</span>' if note else ""
    label = f'<span class="language" lang="en">{escape(name)}</span>'
    group = f'class="tokens" lang="{language}" role="group" aria-label="{escape(name)}"'
    st.html(f"<div {group}>{label}{''.join(chips)}{remark}</div>")


def chip(text: str, *look: str, note: str = "", below: str = "", step: int | None = None, forces: str = "") -> str:
    """Return a token as HTML.

    Args:
        text: of the token; escaped.
        look: CSS classes.
        note: tooltip; escaped.
        below: HTML below the text.
        step: the step, or row, that a click on the token chooses, counted from 1; None for a token that chooses none.
        forces: ``step-token``, which a click on the token forces; a token with neither is no button.
    """
    title = f' title="{escape(note)}"' if note else ""
    small = f"<small>{below}</small>" if below else ""
    data = "" if step is None else f' data-step="{step}"'
    data += f' data-forces="{escape(forces)}"' if forces else ""
    tag, more = ("button", f' type="button"{data}') if data else ("span", "")
    more += ' aria-current="true"' if "current" in look else ""
    more += f' aria-label="{escape(note)}, not generated yet"' if "dot" in look else ""
    return f'<{tag} class="{" ".join(("token", *look))}"{more}{title}>{isolate(text)}{small}</{tag}>'


def hint(text: str) -> str:
    """Return a remark among chips as HTML, cut where the line ends, with the whole of it as its tooltip."""
    return f'<span class="note hint" title="{escape(text)}">{escape(text)}</span>'


def isolate(text: str) -> str:
    """Return escaped text as HTML whose writing direction does not affect its surroundings."""
    return f"<bdi>{escape(text)}</bdi>"


def _list_changes(*sentences: Sentence) -> list[str]:
    notes = [_CUT] if any(sentence.is_cut for sentence in sentences) else []
    return notes + ([_INVISIBLE] if any(sentence.has_invisible for sentence in sentences) else [])
