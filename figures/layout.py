"""Layout that all figures share: labels, axes, clear background, fixed size."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from figures.palette import CLEAR, FAINT, HOVER_FILL, HOVER_TEXT

MAX_LABEL = 12  # characters; longer labels end in an ellipsis
FONT = '"Source Sans", sans-serif'
_HOVER_LABEL = dict(
    bgcolor=HOVER_FILL, bordercolor=CLEAR, align="left",
    font=dict(color=HOVER_TEXT, size=13, family=FONT),
)  # fmt: skip
_MAX_FONT, _MIN_FONT = 14, 8  # pixels, of row labels
_MAX_THIN_FONT = 11  # where some are left out: maps side by side have labels of a size


def escape_markup(text: str) -> str:
    """Return the text with the HTML and TeX markup that Plotly would interpret escaped."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("$", "&#36;")


def axis_labels(tokens: Sequence[str], limit: int = MAX_LABEL) -> list[str]:
    """Return the tokens, cut to at most ``limit`` characters and escaped."""
    return [escape_markup(token if len(token) <= limit else token[: limit - 1] + "…") for token in tokens]


def check_labels(weights: np.ndarray, keys: Sequence[str], queries: Sequence[str]) -> None:
    """Raise ValueError, naming both, unless the labels match the weights (Q, K)."""
    if weights.shape != (len(queries), len(keys)):
        raise ValueError(
            f"weights of shape {weights.shape} need {weights.shape[0]} queries and {weights.shape[1]} keys,"
            f" got {list(queries)} and {list(keys)}"
        )


def thin_labels(n_rows: int, height: float, kept: int = 0) -> tuple[range, int]:
    """Return the rows whose labels do not overlap, and the size of their font in pixels.

    Args:
        n_rows: number of rows.
        height: of all rows, in pixels.
        kept: a row that keeps its label.
    """
    row_height = height / max(1, n_rows)
    every = max(1, math.ceil(_MIN_FONT / row_height))
    largest = _MAX_FONT if every == 1 else _MAX_THIN_FONT
    return range(kept % every, n_rows, every), max(_MIN_FONT, min(largest, int(row_height * every)))


def named_axis(names: Sequence[str], at: Iterable[float], span: tuple[float, float], **more: Any) -> dict[str, Any]:
    """Return an axis over ``span`` with ``names`` at the positions ``at``; it cannot be zoomed or dragged."""
    return dict(
        tickmode="array", tickvals=list(at), ticktext=list(names), range=list(span), autorange=False,
        showgrid=False, zeroline=False, showline=False, ticks="", automargin=False, fixedrange=True,
        ticklabeloverflow="allow", **more,
    )  # fmt: skip


def zoomable_axis(
    names: Sequence[str], span: tuple[float, float], n_labels: int | None = None, **more: Any
) -> dict[str, Any]:
    """Return an axis over ``span``, named at 0, 1, … by as many labels as have room; a zoom makes room for more.

    Args:
        names: of the positions.
        span: first and last value.
        n_labels: the most labels shown at once; by default as many as do not overlap.
        more: further properties.
    """
    # The positions are categories, because Plotly would label half positions of a numeric axis too.
    places = [str(place) for place in range(len(names))]
    return dict(
        type="category", categoryorder="array", categoryarray=places, labelalias=dict(zip(places, names, strict=True)),
        nticks=n_labels or 0, range=list(span), autorange=False,
        showgrid=False, zeroline=False, showline=False, ticks="", automargin=False, ticklabeloverflow="allow", **more,
    )  # fmt: skip


def grid_axis(**more: Any) -> dict[str, Any]:
    """Return an axis of numbers with grid lines; it cannot be zoomed or dragged."""
    return dict(gridcolor=FAINT, zeroline=False, fixedrange=True, tickfont=dict(size=12), **more)


def layout(*, height: int, margin: tuple[int, int, int, int], **more: Any) -> dict[str, Any]:
    """Return a layout of fixed height in pixels and fixed margins (left, right, top, bottom)."""
    left, right, top, bottom = margin
    return dict(
        height=height, margin=dict(l=left, r=right, t=top, b=bottom, pad=4), font=dict(size=14),
        paper_bgcolor=CLEAR, plot_bgcolor=CLEAR, showlegend=False, hovermode="closest", hoverlabel=_HOVER_LABEL, **more,
    )  # fmt: skip


def find_color_limit(values: np.ndarray) -> float:
    """Return the largest absolute value, where a stretched colour scale ends; 1 if all are zero or blank."""
    absolute = np.abs(values[np.isfinite(values)])
    return float(absolute.max()) if absolute.size and absolute.max() > 0 else 1.0


def click_points(
    x: Iterable[float], y: Iterable[float], data: Iterable[Any], texts: Iterable[str], *, size: int = 20
) -> dict[str, Any]:
    """Return an invisible trace of points: only points can be clicked, and a click reports the data of its point.

    Args:
        x: of the points.
        y: of the points.
        data: what a click reports.
        texts: hover texts, in Plotly's HTML.
        size: pixels.
    """
    invisible = dict(marker=dict(opacity=0))
    return dict(
        type="scatter", mode="markers", x=list(x), y=list(y), customdata=list(data), text=list(texts),
        hovertemplate="%{text}<extra></extra>", marker=dict(size=size, opacity=0), selected=invisible,
        unselected=invisible,
    )  # fmt: skip


def frame(x: tuple[float, float], y: tuple[float, float], *, color: str, width: float) -> dict[str, Any]:
    """Return the outline of a rectangle."""
    return dict(type="rect", x0=x[0], x1=x[1], y0=y[0], y1=y[1], line=dict(color=color, width=width))
