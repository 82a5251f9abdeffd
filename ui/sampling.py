"""The widgets that say how the next word is chosen."""

from typing import Any

import streamlit as st

from model.sampling import Sampling
from ui import state
from ui.choosing import one_of
from ui.counting import count

_GREEDY, _SAMPLING = "greedy", "sampling"


def choose() -> Sampling | None:
    """Greedy (None), or how to sample; the sliders are off while they change nothing."""
    with st.container(key=state.DRAWING, horizontal=True, vertical_alignment="bottom", gap="medium"):
        choosing = one_of(
            "Next word", [_GREEDY, _SAMPLING], state.CHOOSING,
            about="Greedy writes the likeliest word each time; sampling draws one.",
        )  # fmt: skip
        is_off = choosing != _SAMPLING
        temperature = _slider(
            "Temperature", 0.1, 2.0, 1.0, 0.1, state.TEMPERATURE, is_off,
            "Scores are divided by it: below 1 likely words grow likelier, above 1 they draw level.",
        )  # fmt: skip
        top_k = _slider("Top-k", 0, 50, 0, 1, state.TOP_K, is_off, "Only so many of the likeliest words; 0 for all.")
        top_p = _slider(
            "Top-p", 0.05, 1.0, 1.0, 0.05, state.TOP_P, is_off,
            "Only the smallest set of likeliest words whose probabilities reach this sum; 1 for all.",
        )  # fmt: skip
        about = "The same seed draws the same words."
        seed = count("Seed", state.SEED, 0, 9999, 0, is_off=is_off, about=about)
    return None if is_off else Sampling(temperature, int(top_k), top_p, seed)


def _slider(label: str, least: Any, most: Any, value: Any, step: Any, key: str, is_off: bool, about: str) -> Any:
    return st.slider(
        label, least, most, value, step, key=key, bind="query-params", disabled=is_off, help=about, width=130
    )
