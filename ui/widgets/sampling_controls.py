"""The sliders of sampling: temperature, top-k, top-p, and the seed."""

from typing import Any

import streamlit as st

from model.inference.sampling import Sampling
from ui.widgets import link_keys
from ui.widgets.number_box import choose_number


def choose_sampling_options(*, is_off: bool = False) -> Sampling:
    """Draw the sliders and return how to sample; ``is_off`` disables them."""
    options: dict[str, Any] = dict(bind="query-params", disabled=is_off, width=130)
    temperature = st.slider(
        "Temperature", 0.1, 2.0, 1.0, 0.1, key=link_keys.TEMPERATURE, **options,
        help="Divides the logits: below 1 the distribution becomes sharper, above 1 flatter.",
    )  # fmt: skip
    top_k = st.slider(
        "Top-k", 0, 50, 0, 1, key=link_keys.TOP_K, **options, help="Keeps only the k likeliest tokens; 0 for all."
    )
    top_p = st.slider(
        "Top-p", 0.05, 1.0, 1.0, 0.05, key=link_keys.TOP_P, **options,
        help="Keeps only the smallest set of likeliest tokens whose probabilities sum to p; 1 for all.",
    )  # fmt: skip
    about = "The same seed samples the same tokens."
    seed = choose_number("Seed", link_keys.SEED, 0, 9999, 0, is_off=is_off, about=about)
    return Sampling(temperature, top_k, top_p, seed)
