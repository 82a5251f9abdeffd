"""Boxes for whole numbers, whatever a link or a change of sizes puts into them."""

import math

import streamlit as st

from ui import state


def count(label: str, key: str, least: int, most: int, value: int) -> int:
    """A whole number, kept within its bounds when they move; a link with no such number counts for nothing."""
    _forget_endless(key)
    now = state.get(key)
    if now is not None and not least <= now <= most:
        state.put(key, min(max(now, least), most))
    return int(st.number_input(label, least, max(least, most), value, key=key, bind="query-params", width=110))


def _forget_endless(key: str) -> None:
    """A number box stumbles over infinity, and over digits enough to make one."""
    try:
        is_endless = math.isinf(float(st.query_params.get(key, "0")))
    except ValueError:
        return
    if is_endless:
        del st.query_params[key]
