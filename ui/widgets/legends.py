"""Legends of charts: colour scales, and lines by their colours."""

from collections.abc import Iterable, Sequence
from html import escape

import plotly.colors
import streamlit as st

from figures.palette import ATTENTION_SCALE, DIFFERENCE_SCALE
from ui.widgets.number_format import format_share

_WEIGHT_COLORS = ",".join(color for _, color in plotly.colors.get_colorscale(ATTENTION_SCALE))
_DIFFERENCE_COLORS = ",".join(f"{color} {place:.0%}" for place, color in DIFFERENCE_SCALE)
_LOOKS, _DASHES = ("first", "second", "third", "fourth"), ("━", "╍", "┈", "╍·")


def show_weights(brightest: float) -> None:
    """Show the colour scale of attention maps, from 0 to the weight of the brightest colour."""
    _show_scale(format_share(0), _WEIGHT_COLORS, format_share(brightest))


def show_differences(limit: float) -> None:
    """Show the colour scale of the difference of two maps, which ends at plus and minus ``limit``."""
    points = f"{100 * limit:.0f}"
    _show_scale(f"A looks more, {points}", _DIFFERENCE_COLORS, f"{points} points, B looks more")


def show_lines(names: Sequence[str]) -> None:
    """Name the lines of a chart in the order of their colours."""
    show_entries(
        (look, f"{dash} {name}") for name, look, dash in zip(names, _LOOKS, _DASHES, strict=False)
    )  # fmt: skip


def show_entries(entries: Iterable[tuple[str, str]]) -> None:
    """Show texts on one line, each with the CSS class of its colour: ``first`` to ``fourth``, or "" for none."""
    spans = "".join(f'<span class="{look}">{escape(text)}</span>' for look, text in entries)
    st.html(f'<div class="legend">{spans}</div>')


def _show_scale(low: str, colors: str, high: str) -> None:
    st.html(
        f'<div class="legend"><span>{low}</span>'
        f'<span class="scale" style="background:linear-gradient(90deg,{colors})"></span>'
        f"<span>{high}</span></div>"
    )
