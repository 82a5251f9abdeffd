"""Plotly charts without toolbar, in the page's own colours, with a text for screen readers."""

from collections.abc import Callable
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
    for number, part in zip(numbers, read_click(key, len(numbers)) or (), strict=False):
        session.put(number, part + 1)


def read_click(key: str, n: int = 1) -> tuple[Any, ...] | None:
    """Return the ``n`` custom data of the clicked point, and clear the selection of the next figure.

    None for no point, and for data that no figure has: the browser that reports them is untrusted.
    """
    points = session.get(key).selection.points
    session.put(widget_keys.CLICKS, session.get(widget_keys.CLICKS, 0) + 1)
    data = points[0].get("customdata") if points else None
    parts = tuple(data) if isinstance(data, list | tuple) else (data,)  # a single datum arrives bare, or in a list
    is_known = len(parts) == n and all(
        isinstance(part, str) or (isinstance(part, int) and abs(part) < _MOST) for part in parts
    )
    return parts if is_known else None
