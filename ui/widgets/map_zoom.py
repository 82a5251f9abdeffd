"""The part of a long map that a visitor zoomed into, kept while its tokens stay the same.

Streamlit draws every figure anew, so Plotly cannot keep it.
"""

from dataclasses import dataclass
from typing import Any

from ui.widgets import session, widget_keys

Span = tuple[float, float]
_MAX_CELLS = 1024  # no map has more rows or columns


@dataclass(frozen=True, slots=True)
class MapZoom:
    """The map drawn last, by kind and tokens, and the spans of its columns and rows that are shown, None for all."""

    axes: tuple[str, ...]
    window: tuple[Span, Span] | None = None


def find_window(axes: tuple[str, ...]) -> tuple[Span, Span] | None:
    """Return the spans of columns and rows to draw of a map with these axes, None for all of it."""
    drawn: MapZoom | None = session.get(widget_keys.MAP_ZOOM)
    if drawn is None or drawn.axes != axes:
        drawn = MapZoom(axes)
        session.put(widget_keys.MAP_ZOOM, drawn)
    return drawn.window


def keep_window(spans: Any) -> None:
    """Keep what the browser zoomed into, in a callback; anything but two spans shows all of the map.

    Args:
        spans: of columns and of rows, lower end first; untrusted.
    """
    drawn: MapZoom | None = session.get(widget_keys.MAP_ZOOM)
    if drawn is not None:
        session.put(widget_keys.MAP_ZOOM, MapZoom(drawn.axes, _read_window(spans)))


def _read_window(spans: Any) -> tuple[Span, Span] | None:
    try:
        columns, rows = ((float(low), float(high)) for low, high in spans)
    except (TypeError, ValueError, OverflowError):
        return None
    is_valid = all(-1 <= low < high <= _MAX_CELLS for low, high in (columns, rows))
    return (columns, rows) if is_valid else None
