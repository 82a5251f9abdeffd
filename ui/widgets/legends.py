"""Legends of charts: colour scales, the switch that stretches them, and lines by their colours."""

from collections.abc import Callable, Collection, Iterable, Sequence
from html import escape

import streamlit as st

from figures.learning_curves import Curve
from figures.palette import ATTENTION_SCALE, DIFFERENCE_SCALE, LINE_COLORS
from figures.share_text import format_share
from figures.weight_lines import name_heads, smallest_visible
from ui.widgets import link_keys
from ui.widgets.number_format import count

_GRADIENT = 'class="scale" style="background:linear-gradient(90deg,{})"'
_WEIGHTS = _GRADIENT.format(",".join(color for _, color in ATTENTION_SCALE))
_DIFFERENCES = _GRADIENT.format(",".join(f"{color} {place:.0%}" for place, color in DIFFERENCE_SCALE))
_WIDTHS = 'class="scale widths"'
_LOOKS = dict(zip(LINE_COLORS, ("first", "second", "third", "fourth"), strict=True))
_SOLID, _DASHED = "━", "╍"


def show_weights(brightest: float, write: Callable[[float], str] = format_share) -> None:
    """Show the colour scale of attention maps, from 0 to the weight of the brightest colour, written as HTML."""
    _show_scale(write(0), _WEIGHTS, write(brightest))


def choose_stretch(
    about: str = "In each map the brightest colour stands for its own largest weight", *, is_off: bool = False
) -> bool:
    """Draw the switch that lets the brightest colour stand for the largest weight shown instead of 1.

    Args:
        about: which largest weight that is, the beginning of the help text.
        is_off: True to disable the switch, where no weights are shown.
    """
    help_ = f"{about}, which makes faint heads visible."
    return st.toggle("Stretch colours", key=link_keys.STRETCH, bind="query-params", help=help_, disabled=is_off)


def choose_percentages(*, is_off: bool = False) -> bool:
    """Draw the switch that writes the weights into the cells of the big map; return False while it is disabled."""
    is_on = st.toggle("Percentages", key=link_keys.PERCENTAGES, bind="query-params", disabled=is_off)
    return is_on and not is_off


def show_losses(brightest: str) -> None:
    """Show the colour scale of what is lost without a head, from nothing to the text of the brightest colour."""
    _show_scale("nothing lost", _WEIGHTS, escape(brightest))


def show_widths(brightest: float) -> None:
    """Show the scale of line widths, from the smallest weight that has a line to that of the widest line."""
    _show_scale(format_share(smallest_visible(brightest)), _WIDTHS, format_share(brightest))


def show_heads(n_heads: int, off: Collection[int] = ()) -> None:
    """Name the heads of a layer in the colours of their lines, and say which are off, counted from 0."""
    spans = (
        f'<span><b style="color:{color}">{_SOLID}</b> {name}{" is off" if place in off else ""}</span>'
        for place, (name, color) in enumerate(name_heads(n_heads))
    )
    st.html(f'<div class="legend">{"".join(spans)}</div>')


def show_differences(limit: float) -> None:
    """Show the colour scale of the difference of two maps, which ends at plus and minus ``limit``."""
    low, high = name_differences(limit)
    _show_scale(low, _DIFFERENCES, high)


def name_differences(limit: float) -> tuple[str, str]:
    """Return the texts at both ends of that scale."""
    points = max(1, round(100 * limit))
    return f"A looks more, {points}", f"{count(points, 'point')}, B looks more"


def show_lines(names: Sequence[str]) -> None:
    """Name the lines of a chart in the order of their colours."""
    show_entries((look, f"{_SOLID} {name}") for name, look in zip(names, _LOOKS.values(), strict=False))


def show_curves(curves: Iterable[Curve]) -> None:
    """Name learning curves in their colours, unless they have no values yet; those of training sentences are dashed."""
    show_entries(
        (_LOOKS[each.color], f"{_DASHED if each.is_training else _SOLID} {each.name}")
        for each in curves
        if not each.is_empty
    )


def show_entries(entries: Iterable[tuple[str, str]]) -> None:
    """Show texts on one line, each with the CSS class of its colour: ``first`` to ``fourth``, or "" for none."""
    spans = "".join(f'<span class="{look}">{escape(text)}</span>' for look, text in entries)
    st.html(f'<div class="legend">{spans}</div>')


def _show_scale(low: str, bar: str, high: str) -> None:
    """Show a bar, given by its HTML attributes, between the texts at its ends."""
    st.html(f'<div class="legend"><span>{low}</span><span {bar}></span><span>{high}</span></div>')
