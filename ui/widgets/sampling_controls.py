"""The sliders of sampling: temperature, top-k, top-p, and the seed."""

from typing import Any

import streamlit as st

from model.inference.sampling import Sampling
from ui.widgets import link_keys
from ui.widgets.number_box import choose_number


def choose_sampling_options(*, is_off: bool = False) -> Sampling:
    """Draw the sliders and return how to sample; ``is_off`` disables them."""
    temperature = _slider(
        "Temperature", 0.1, 2.0, 1.0, 0.1, link_keys.TEMPERATURE, is_off,
        "Divides the logits: below 1 the distribution becomes sharper, above 1 flatter.",
    )  # fmt: skip
    top_k = _slider("Top-k", 0, 50, 0, 1, link_keys.TOP_K, is_off, "Keeps only the k likeliest tokens; 0 for all.")
    top_p = _slider(
        "Top-p", 0.05, 1.0, 1.0, 0.05, link_keys.TOP_P, is_off,
        "Keeps only the smallest set of likeliest tokens whose probabilities sum to p; 1 for all.",
    )  # fmt: skip
    about = "The same seed samples the same tokens."
    seed = choose_number("Seed", link_keys.SEED, 0, 9999, 0, is_off=is_off, about=about)
    return Sampling(temperature, int(top_k), top_p, seed)


def _slider(label: str, least: Any, most: Any, value: Any, step: Any, key: str, is_off: bool, about: str) -> Any:
    return st.slider(
        label, least, most, value, step, key=key, bind="query-params", disabled=is_off, help=about, width=130
    )
