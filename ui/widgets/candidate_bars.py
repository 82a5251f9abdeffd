"""The candidates of one decoding step as bars, as HTML; tokens are escaped."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import streamlit as st

from figures.share_text import format_fine_share
from ui.widgets.token_chips import isolate


@dataclass(frozen=True, slots=True)
class CandidateBar:
    """One candidate.

    Attributes:
        token: the candidate.
        probability: length of its bar, unless it is sampled.
        look: CSS class, ``chosen`` or ``cut``; "" for none.
        sampling_probability: shown in a second column, and the length of the bar; None for no such column.
        forces: what a click on the bar reports, ``step-token``; "" for a bar that is no button.
        action: says what the click does.
    """

    token: str
    probability: float
    look: str = ""
    sampling_probability: float | None = None
    forces: str = ""
    action: str = "generate this token"


def show_candidates(
    title: str,
    token: str,
    bars: Sequence[CandidateBar],
    *,
    note: str = "",
    line: str = "",
    headings: Sequence[str] = (),
    language: str = "en",
) -> None:
    """Show a step: its token, its candidates as bars, and remarks.

    Args:
        title: stands before the token; plain text.
        token: the token of the step.
        bars: the candidates, best first.
        note: stands after the token; plain text.
        line: stands below the candidates; plain text.
        headings: of the columns, where there are two columns of probabilities.
        language: in which screen readers speak the tokens, as a BCP 47 tag; empty if it is not known.
    """
    rows = "".join(_row(bar, language) for bar in bars)
    after = f' <span class="note">{escape(note)}</span>' if note else ""
    below = f'<div class="line">{escape(line)}</div>' if line else ""
    look = "candidates-list sampled" if headings else "candidates-list"
    st.html(
        f'<div class="step-title">{escape(title)} <b lang="{language}">{isolate(token)}</b>{after}</div>'
        f'<div class="{look}">{_heading(*headings) if headings else ""}{rows}</div>{below}'
    )


def _row(bar: CandidateBar, language: str) -> str:
    drawn = bar.probability if bar.sampling_probability is None else bar.sampling_probability
    second = "" if bar.sampling_probability is None else _value(format_fine_share(drawn))
    tag, more = ("div", "")
    if bar.forces:
        tag, more = "button", f' type="button" data-forces="{escape(bar.forces)}" title="{escape(bar.action)}"'
    look = " ".join(("candidate", *bar.look.split()))
    return (
        f'<{tag} class="{look}"{more}><span class="word" lang="{language}">{isolate(bar.token)}</span>'
        f'<span class="bar"><span style="width:{100 * drawn:.1f}%"></span></span>'
        f"{_value(format_fine_share(bar.probability))}{second}</{tag}>"
    )


def _heading(bars: str, first: str, second: str) -> str:
    cells = f'<span class="word"></span><span>{bars}</span>{_value(first)}{_value(second)}'
    return f'<div class="candidates-head">{cells}</div>'


def _value(html: str) -> str:
    return f'<span class="value">{html}</span>'
