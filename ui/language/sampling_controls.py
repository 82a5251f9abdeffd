"""The widgets that say how the next word is chosen."""

from typing import Any

import streamlit as st

from model.inference.sampling import Sampling
from ui.language import language_keys
from ui.widgets import link_keys
from ui.widgets.number_box import count
from ui.widgets.option_choice import one_of

_GREEDY, _SAMPLING = "greedy", "sampling"


def choose() -> Sampling | None:
    """Greedy (None), or how to sample; the sliders are off while they change nothing."""
    with st.container(key=language_keys.DRAWING, horizontal=True, vertical_alignment="bottom", gap="medium"):
        choosing = one_of(
            "Next word", [_GREEDY, _SAMPLING], link_keys.CHOOSING,
            about="Greedy writes the likeliest word each time; sampling draws one.",
        )  # fmt: skip
        is_off = choosing != _SAMPLING
        temperature = _slider(
            "Temperature", 0.1, 2.0, 1.0, 0.1, link_keys.TEMPERATURE, is_off,
            "Scores are divided by it: below 1 likely words grow likelier, above 1 they draw level.",
        )  # fmt: skip
        top_k = _slider(
            "Top-k", 0, 50, 0, 1, link_keys.TOP_K, is_off, "Only so many of the likeliest words; 0 for all."
        )
        top_p = _slider(
            "Top-p", 0.05, 1.0, 1.0, 0.05, link_keys.TOP_P, is_off,
            "Only the smallest set of likeliest words whose probabilities reach this sum; 1 for all.",
        )  # fmt: skip
        about = "The same seed draws the same words."
        seed = count("Seed", link_keys.SEED, 0, 9999, 0, is_off=is_off, about=about)
    return None if is_off else Sampling(temperature, int(top_k), top_p, seed)


def _slider(label: str, least: Any, most: Any, value: Any, step: Any, key: str, is_off: bool, about: str) -> Any:
    return st.slider(
        label, least, most, value, step, key=key, bind="query-params", disabled=is_off, help=about, width=130
    )
