"""Pictures placed on the page, all of them alike: bare, in the page's colours, with words for who cannot see them."""

from collections.abc import Callable
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from ui.widgets import session, widget_keys


def draw(figure: go.Figure, key: str, alt: str, *, on_click: Callable[[], None] | None = None, **size: int) -> None:
    """Place a picture.

    Args:
        figure: what to draw.
        key: names it on the page.
        alt: what it shows, in words.
        on_click: called when a point of it is clicked; ``clicked`` tells which.
        size: ``height`` and, where it should not fill its column, ``width``; in pixels.
    """
    more: dict[str, Any] = {**size}
    if on_click is not None:
        more |= {"on_select": on_click, "selection_mode": "points"}
    st.plotly_chart(figure, key=key, theme=None, config={"displayModeBar": False}, alt=alt, **more)


def clicked(key: str) -> Any:
    """The custom data of the point that was clicked, None for no point; the next picture has nothing selected.

    A single datum comes back as it is, or in a list.
    """
    points = session.get(key).selection.points
    session.put(widget_keys.CLICKS, session.get(widget_keys.CLICKS, 0) + 1)
    data = points[0]["customdata"] if points else None
    return data[0] if isinstance(data, list) and len(data) == 1 else data
