"""Attention in words: what one cell of a map says."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float32

from figures.labels import literal
from model.kind import Kind


def looks_at(kind: Kind, query: str, key: str, weight: float, doing: str = "") -> str:
    """One cell as a sentence, e.g. ``generating noir, the model looks 83 % at black``; emphasis in HTML."""
    doing = doing or ("reading" if kind is Kind.ENCODER else "generating")
    return f"{doing} <b>{literal(query)}</b>, the model looks {weight * 100:.0f} % at <b>{literal(key)}</b>"


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
