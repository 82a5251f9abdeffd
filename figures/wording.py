"""Attention in words: what one cell of a map says."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float32

from figures.labels import literal
from model.transformer.kind import Kind


def axes(kind: Kind, doing: str = "") -> tuple[str, str]:
    """What the rows of a map are and what its columns are, in the words of ``looks_at``."""
    return _doing(kind, doing), "looks at"


def looks_at(kind: Kind, query: str, key: str, weight: float, doing: str = "") -> str:
    """One cell as a sentence, e.g. ``generating noir, the model looks 83 % at black``; emphasis in HTML."""
    doing = _doing(kind, doing)
    return f"{doing} <b>{literal(query)}</b>, the model looks {weight * 100:.0f} % at <b>{literal(key)}</b>"


def differs_at(kind: Kind, query: str, key: str, first: float, second: float) -> str:
    """One cell of two maps as a sentence, e.g. ``generating noir, B looks 12 points more at black than A``."""
    doing = _doing(kind)
    points = round(100 * (second - first))
    begin, at = f"{doing} <b>{literal(query)}</b>,", f"at <b>{literal(key)}</b>"
    shares = f"(A {first * 100:.0f} %, B {second * 100:.0f} %)"
    if not points:
        return f"{begin} A and B look alike {at} {shares}"
    unit = "point" if abs(points) == 1 else "points"
    more = "more" if points > 0 else "less"
    return f"{begin} B looks {abs(points)} {unit} {more} {at} than A {shares}"


def difference_texts(
    kind: Kind,
    first: Float32[np.ndarray, "Q K"],
    second: Float32[np.ndarray, "Q K"],
    keys: Sequence[str],
    queries: Sequence[str],
) -> list[list[str]]:
    """A sentence for each cell of the difference of two maps (Q, K); blank cells have none."""
    return [
        [
            "" if np.isnan(a) or np.isnan(b) else differs_at(kind, query, key, a, b)
            for key, a, b in zip(keys, row, other, strict=True)
        ]
        for query, row, other in zip(queries, first.tolist(), second.tolist(), strict=True)
    ]


def hover_texts(
    kind: Kind, weights: Float32[np.ndarray, "Q K"], keys: Sequence[str], queries: Sequence[str], doing: str = ""
) -> list[list[str]]:
    """A sentence for each cell of a map (Q, K); blank cells have none. ``doing`` says what the model does meanwhile."""
    return [
        [
            "" if np.isnan(weight) else looks_at(kind, query, key, weight, doing)
            for key, weight in zip(keys, row, strict=True)
        ]
        for query, row in zip(queries, weights.tolist(), strict=True)
    ]


def _doing(kind: Kind, doing: str = "") -> str:
    return doing or ("reading" if kind is Kind.ENCODER else "generating")
