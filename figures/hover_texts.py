"""Sentences that describe the cells of attention maps, shown on hover.

Shapes: H heads, Q queries, K keys.
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float32

from figures.layout import escape_markup
from figures.share_text import format_share
from model.transformer.kind import Kind

ANY_VERB = "from"  # where the kind of attention is not known: from <b>noir</b>, the model looks 83 % at <b>black</b>
_MAX_LINES = 8  # lines of a hover text


def find_verb(kind: Kind, verb: str = "") -> str:
    """Return what the model does at a query: ``verb``, or by its kind "reading" or "generating"."""
    return verb or ("reading" if kind is Kind.ENCODER else "generating")


def axis_titles(kind: Kind, verb: str = "") -> tuple[str, str]:
    """Return titles for the rows and the columns of a map, in the words of ``describe_weight``."""
    return find_verb(kind, verb), "looks at"


def describe_weight(kind: Kind, query: str, key: str, weight: float, verb: str = "") -> str:
    """Return one cell as HTML, e.g. ``generating <b>noir</b>, the model looks 83 % at <b>black</b>``."""
    begin = f"{find_verb(kind, verb)} <b>{escape_markup(query)}</b>,"
    return f"{begin} the model looks {format_share(weight)} at <b>{escape_markup(key)}</b>"


def describe_difference(kind: Kind, query: str, key: str, first: float, second: float) -> str:
    """Return one cell of two maps as HTML, e.g. ``generating noir, B looks 12 points more at black than A``."""
    percents = round(100 * first), round(100 * second)
    points = percents[1] - percents[0]  # of what is shown
    side = "more" if second > first else "less"
    begin, at = f"{find_verb(kind)} <b>{escape_markup(query)}</b>,", f"at <b>{escape_markup(key)}</b>"
    weights = f"(A {percents[0]}\u202f%, B {percents[1]}\u202f%)"
    if first == second:
        return f"{begin} A and B have equal weights {at} {weights}"
    unit = "points" if abs(points) > 1 else "point"
    return f"{begin} B looks {abs(points) or 'less than 1'} {unit} {side} {at} than A {weights}"


def weight_texts(
    kind: Kind, weights: Float32[np.ndarray, "Q K"], keys: Sequence[str], queries: Sequence[str], verb: str = ""
) -> list[list[str]]:
    """Return a sentence for each cell of a map (Q, K), and an empty text for blank cells.

    ``verb`` as in ``find_verb``.
    """
    return [
        [
            "" if np.isnan(weight) else describe_weight(kind, query, key, weight, verb)
            for key, weight in zip(keys, row, strict=True)
        ]
        for query, row in zip(queries, weights.tolist(), strict=True)
    ]


def query_texts(
    kind: Kind,
    weights: Float32[np.ndarray, "Q K"],
    keys: Sequence[str],
    queries: Sequence[str],
    at_least: float,
    verb: str = "",
) -> list[str]:
    """Return for each query the keys it looks at, largest weight first, and an empty text for a blank row.

    Args:
        kind: of attention.
        weights: NaN where there is no weight.
        keys: token of each key.
        queries: token of each query.
        at_least: the smallest weight that is named; a row without one says so.
        verb: as in ``weight_texts``.
    """
    begins = [f"{find_verb(kind, verb)} <b>{escape_markup(query)}</b>," for query in queries]
    return _list_rows(weights, begins, [f"at <b>{escape_markup(key)}</b>" for key in keys], at_least)


def key_texts(
    kind: Kind,
    weights: Float32[np.ndarray, "Q K"],
    keys: Sequence[str],
    queries: Sequence[str],
    at_least: float,
    verb: str = "",
) -> list[str]:
    """Return for each key the queries that look at it; arguments and order as in ``query_texts``."""
    begins = [f"at <b>{escape_markup(key)}</b>," for key in keys]
    ends = [f"{find_verb(kind, verb)} <b>{escape_markup(query)}</b>" for query in queries]
    return _list_rows(weights.T, begins, ends, at_least)


def texts_by_head(
    kind: Kind, heads: Float32[np.ndarray, "H Q K"], keys: Sequence[str], queries: Sequence[str], verb: str = ""
) -> tuple[list[str], list[str]]:
    """Return for each query the key that each head looks at most, and for each key the query that does so most.

    Heads that are switched off are left out, and blank rows have an empty text; ``verb`` as in ``weight_texts``.
    """
    generating = [f"{find_verb(kind, verb)} <b>{escape_markup(query)}</b>" for query in queries]
    at = [f"at <b>{escape_markup(key)}</b>" for key in keys]
    of_queries = _list_heads(heads, generating, at)
    return of_queries, _list_heads(heads.swapaxes(1, 2), [f"looking {each}" for each in at], generating)


def difference_texts(
    kind: Kind,
    first: Float32[np.ndarray, "Q K"],
    second: Float32[np.ndarray, "Q K"],
    keys: Sequence[str],
    queries: Sequence[str],
) -> list[list[str]]:
    """Return a sentence for each cell of the difference of two maps (Q, K), and an empty text for blank cells."""
    return [
        [
            "" if np.isnan(a) or np.isnan(b) else describe_difference(kind, query, key, a, b)
            for key, a, b in zip(keys, row, other, strict=True)
        ]
        for query, row, other in zip(queries, first.tolist(), second.tolist(), strict=True)
    ]


def _list_rows(
    weights: Float32[np.ndarray, "R N"], begins: Sequence[str], ends: Sequence[str], at_least: float
) -> list[str]:
    """Return for each row its beginning and a line for each of its large weights, e.g. ``83 % at <b>black</b>``."""
    texts = []
    for begin, is_blank, row in zip(begins, np.isnan(weights).all(axis=1).tolist(), weights.tolist(), strict=True):
        large = sorted((-weight, place) for place, weight in enumerate(row) if weight >= at_least)
        lines = [f"{format_share(-weight)} {ends[place]}" for weight, place in large[:_MAX_LINES]]
        lines += [f"and {len(large) - _MAX_LINES} more"] if len(large) > _MAX_LINES else []
        text = "<br>".join(["the model looks", *lines]) if lines else f"no weight reaches {100 * at_least:.2g}\u202f%"
        texts.append("" if is_blank else f"{begin} {text}")
    return texts


def _list_heads(heads: Float32[np.ndarray, "H R N"], begins: Sequence[str], ends: Sequence[str]) -> list[str]:
    """Return for each row its beginning and the largest weight of each head, e.g. ``head 2: 83 % at <b>black</b>``."""
    weights = np.nan_to_num(heads)
    best, largest = weights.argmax(axis=2).T.tolist(), weights.max(axis=2).T.tolist()
    texts = []
    for row, begin in enumerate(begins):
        found = [(head, share) for head, share in enumerate(largest[row]) if share]
        lines = [f"head {head + 1}: {format_share(share)} {ends[best[row][head]]}" for head, share in found]
        texts.append("<br>".join([begin, *lines]) if lines else "")
    return texts
