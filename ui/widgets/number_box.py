"""Boxes for whole numbers, whatever a link or a change of sizes puts into them."""

import math
from typing import Literal

import streamlit as st

from ui.widgets import session


def count(label: str, key: str, least: int, most: int, value: int, *, is_off: bool = False, about: str = "") -> int:
    """A whole number, kept within its bounds when they move; a link with no such number counts for nothing."""
    keep_within(key, least, most)
    # A bound box reads the address that the page was opened with, and stumbles over an endless number there.
    is_bound = not _is_endless(st.query_params.get(key, ""))
    if not is_bound:
        del st.query_params[key]
    bind: Literal["query-params"] | None = "query-params" if is_bound else None
    return int(
        st.number_input(
            label, least, max(least, most), value, key=key, bind=bind, disabled=is_off, help=about or None, width=110
        )
    )


def keep_within(key: str, least: int, most: int) -> None:
    """Bring a number into its bounds before its widget is drawn: sizes change, and pages share keys."""
    now = session.get(key)
    if now is not None and not least <= now <= most:
        session.put(key, min(max(now, least), most))


def _is_endless(text: str) -> bool:
    """Whether it reads as infinity, as digits enough do."""
    try:
        return math.isinf(float(text))
    except ValueError:
        return False
