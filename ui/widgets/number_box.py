"""Boxes for whole numbers that stay valid whatever a link, or a change of their bounds, puts into them."""

import math
from typing import Literal

import streamlit as st

from ui.widgets import bounded_value


def choose_number(
    label: str, key: str, least: int, most: int, value: int, *, is_off: bool = False, about: str = ""
) -> int:
    """Draw a box for a whole number and return its value, clamped when its bounds move.

    Args:
        label: of the box.
        key: of the box, and its name in the URL.
        least: lower bound.
        most: upper bound.
        value: default; also used where the URL holds no number.
        is_off: True to disable the box.
        about: help text.
    """
    bounded_value.clamp(key, least, most)
    # A bound box reads the URL that the page was opened with, and raises an error for an infinite number there.
    is_bound = not _is_infinite(st.query_params.get(key, ""))
    if not is_bound:
        del st.query_params[key]
    bind: Literal["query-params"] | None = "query-params" if is_bound else None
    return int(
        st.number_input(
            label, least, max(least, most), value, key=key, bind=bind, disabled=is_off, help=about or None, width=110
        )
    )


def _is_infinite(text: str) -> bool:
    """Return True if the text parses to infinity; many digits overflow to it."""
    try:
        return math.isinf(float(text))
    except ValueError:
        return False
