"""Plotly charts without toolbar, in the page's own colours, with a text for screen readers."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from ui.widgets import session, widget_keys

_MOST = 10_000  # no figure has a datum as large


def draw(figure: go.Figure, key: str, alt: str, *, on_click: Callable[[], None] | None = None, **size: int) -> None:
    """Draw a figure.

    Args:
        figure: the chart.
        key: of the element.
        alt: text for screen readers, whose first clause is the title of saved pictures.
        on_click: called after a point was clicked; it gets the point from ``read_click``.
        size: ``height`` and, where the chart does not fill its column, ``width``; in pixels.
    """
    more: dict[str, Any] = {**size}
    if on_click is not None:
        more |= {"on_select": on_click, "selection_mode": "points"}
    st.plotly_chart(figure, key=key, theme=None, config={"displayModeBar": False}, alt=alt, **more)


def store_click(key: str, *numbers: str) -> None:
    """Store, in a callback, the parts of the clicked point, counted from 0, under keys of numbers counted from 1."""
    for number, part in zip(numbers, read_click(key, *[int] * len(numbers)) or (), strict=False):
        session.put(number, part + 1)


def read_click(key: str, *types: type[int] | type[StrEnum]) -> tuple[Any, ...] | None:
    """Return the custom data of the clicked point, one of each type, and clear the selection of the next figure.

    None for no point, and for data that no figure has: the browser that reports them is untrusted.
    """
    points = session.get(key).selection.points
    session.put(widget_keys.CLICKS, count_clicks() + 1)
    data = points[0].get("customdata") if points else None
    parts = data if isinstance(data, list | tuple) else [data]  # a single datum arrives bare, or in a list
    if len(parts) != len(types) or not all(map(_is_datum, parts, types)):
        return None
    return tuple(expected(part) for part, expected in zip(parts, types, strict=True))


def count_clicks() -> int:
    """Return how many clicks were read: a figure with another ``version`` has no point selected."""
    clicks: int = session.get(widget_keys.CLICKS, 0)
    return clicks


def _is_datum(part: Any, expected: type[int] | type[StrEnum]) -> bool:
    if issubclass(expected, StrEnum):
        return isinstance(part, str) and part in set(expected)
    return type(part) is int and abs(part) < _MOST
