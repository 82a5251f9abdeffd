"""The weights of one head, or of several side by side, as lines between two columns of tokens.

Lines of about the same weight are one path of one shape, which the browser draws much faster than a shape or a trace
per line.

Shapes: H heads, Q queries, K keys.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float32
from numpy.typing import NDArray

from figures.palette import FIRST, GOLD_NAME, HEAD_COLORS, HIGHLIGHT, STROKE

_VISIBLE_SHARE = 0.05  # of the weight of the widest line; smaller weights have no line
_N_WIDTHS = 4  # into which the weights of lines are binned
_MIN_WIDTH, _MAX_WIDTH = 1.0, 8.0  # pixels
_MIN_OPACITY, _MAX_OPACITY = 0.6, 0.9
_FAINT_ROW = 0.65  # factor of the opacity outside the current row, which has another colour
_FAINT_ROW_OF_COLOR = 0.4  # and where it has none
_FAINT_HEAD = 0.4  # factor of the opacity of heads that are not chosen
_ROOM, _FARTHEST = 0.6, 0.16  # of a row, for the lines of all heads; between those of two neighbours


@dataclass(frozen=True, slots=True)
class WeightLines:
    """The lines of one head.

    Attributes:
        weights: (Q, K).
        color: of lines.
        current_color: of lines from the current row.
        opacity: factor.
        faintness: factor of the opacity outside the current row.
        offset: of lines from the middle of their tokens, in rows.
    """

    weights: Float32[np.ndarray, "Q K"]
    color: str
    current_color: str
    opacity: float = 1.0
    faintness: float = _FAINT_ROW
    offset: float = 0.0


def smallest_visible(brightest: float = 1.0) -> float:
    """Return the smallest weight that has a line; ``brightest`` is the weight of the widest line."""
    return _VISIBLE_SHARE * brightest


def lines_of_head(weights: Float32[np.ndarray, "Q K"]) -> list[WeightLines]:
    """Return the lines of a single head, the current row in the colour of what is chosen."""
    return [WeightLines(weights, FIRST, HIGHLIGHT)]


def name_heads(n_heads: int) -> list[tuple[str, str]]:
    """Return name and colour of the heads of a layer, counted from 1."""
    return [(f"head {place + 1}", HEAD_COLORS[place % len(HEAD_COLORS)]) for place in range(n_heads)]


def lines_of_heads(heads: Float32[np.ndarray, "H Q K"], chosen: int | None = None) -> list[WeightLines]:
    """Return the heads side by side in their colours, the chosen one last, on top, and the others faint."""
    n_heads = len(heads)
    apart = min(_FARTHEST, _ROOM / n_heads)
    all_lines = []
    for place in sorted(range(n_heads), key=lambda place: place == chosen):
        _, color = name_heads(n_heads)[place]
        opacity = 1.0 if chosen in (None, place) else _FAINT_HEAD
        offset = round(apart * (place - (n_heads - 1) / 2), 3)
        all_lines.append(WeightLines(heads[place], color, color, opacity, _FAINT_ROW_OF_COLOR, offset))
    return all_lines


def draw_weights(heads: Sequence[WeightLines], current_row: int | None, brightest: float) -> list[dict[str, object]]:
    """Return the shapes of all heads; those of the current row come last, on top."""
    is_current = np.array([row == current_row for row in range(len(heads[0].weights))])
    shapes = []
    for lines in heads:
        opacity = lines.opacity * (1.0 if current_row is None else lines.faintness)
        shapes += _draw_rows(lines, ~is_current, brightest, lines.color, opacity)
    for lines in heads:
        shapes += _draw_rows(lines, is_current, brightest, lines.current_color, lines.opacity)
    return shapes


def draw_gold_links(gold: Collection[tuple[int, int]]) -> list[dict[str, object]]:
    """Return one shape of dotted lines for pairs (query, key), none without pairs."""
    return [_shape(sorted(gold), name=GOLD_NAME, line=dict(color=STROKE, width=2, dash="dot"))] if gold else []


def _draw_rows(
    lines: WeightLines, rows: NDArray[np.bool_], brightest: float, color: str, opacity: float
) -> list[dict[str, object]]:
    """Return a shape for each width that occurs in the chosen rows, thin before wide."""
    levels = np.clip(np.ceil(np.nan_to_num(lines.weights) / brightest * _N_WIDTHS), 1, _N_WIDTHS)
    levels *= rows[:, None] & (lines.weights >= smallest_visible(brightest))  # False for NaN
    shapes = []
    for level in range(1, _N_WIDTHS + 1):
        if pairs := np.argwhere(levels == level).tolist():
            share = (level - 1) / (_N_WIDTHS - 1)
            look = dict(color=color, width=_MIN_WIDTH + share * (_MAX_WIDTH - _MIN_WIDTH))
            visible = opacity * (_MIN_OPACITY + share * (_MAX_OPACITY - _MIN_OPACITY))
            shapes.append(_shape(pairs, lines.offset, opacity=round(visible, 3), line=look))
    return shapes


def _shape(pairs: Iterable[Sequence[int]], offset: float = 0, **look: object) -> dict[str, object]:
    """Return the lines from queries to keys as one path."""
    path = "".join(f"M0,{query + offset:g}L1,{key + offset:g}" for query, key in pairs)
    return dict(type="path", layer="below", path=path, **look)
