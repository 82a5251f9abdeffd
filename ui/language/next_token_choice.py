"""The controls of how the next token is chosen: greedily, or by sampling."""

import streamlit as st

from model.inference.sampling import Sampling
from ui.language import language_page_keys
from ui.widgets import link_keys
from ui.widgets.option_choice import choose_option
from ui.widgets.sampling_controls import choose_sampling_options

_GREEDY, _SAMPLING = "greedy", "sampling"


def choose_sampling() -> Sampling | None:
    """Draw the controls and return how to sample, None for greedy; greedy disables the sliders."""
    with st.container(key=language_page_keys.SAMPLING, horizontal=True, vertical_alignment="bottom", gap="medium"):
        strategy = choose_option(
            "Next token", [_GREEDY, _SAMPLING], link_keys.CHOOSING,
            about="Greedy takes the likeliest token at each step, sampling draws one at random. The tokens"
            " that stand for unknown words have probabilities too, but are never generated.",
        )  # fmt: skip
        sampling = choose_sampling_options(is_off=strategy != _SAMPLING)
    return sampling if strategy == _SAMPLING else None
