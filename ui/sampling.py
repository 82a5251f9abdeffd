"""The widgets that say how the next word is chosen."""

import streamlit as st

from model.sampling import Sampling
from ui import state

_GREEDY, _SAMPLING = "greedy", "sampling"


def choose() -> Sampling | None:
    """Greedy (None), or how to sample; the sliders are off while they change nothing."""
    if state.CHOOSING in st.session_state and not state.get(state.CHOOSING):
        state.put(state.CHOOSING, _GREEDY)
    choosing = st.segmented_control(
        "The next word is", [_GREEDY, _SAMPLING], default=_GREEDY, required=True, key=state.CHOOSING,
        bind="query-params",
        format_func={_GREEDY: "the likeliest (greedy)", _SAMPLING: "drawn (sampling)"}.__getitem__,
    )  # fmt: skip
    if not choosing:  # a link with an empty choice: nothing would be chosen
        st.rerun()
    is_off = choosing != _SAMPLING
    left, right = st.columns(2, gap="medium")
    with left:
        temperature = st.slider(
            "Temperature", 0.1, 2.0, 1.0, 0.1, key=state.TEMPERATURE, bind="query-params", disabled=is_off,
            help="Scores are divided by it: below 1 likely words grow likelier, above 1 they draw level.",
        )  # fmt: skip
        top_p = st.slider(
            "Top-p", 0.05, 1.0, 1.0, 0.05, key=state.TOP_P, bind="query-params", disabled=is_off,
            help="Only the smallest set of likeliest words whose probabilities reach this sum. 1: all.",
        )  # fmt: skip
    with right:
        top_k = st.slider(
            "Top-k", 0, 50, 0, key=state.TOP_K, bind="query-params", disabled=is_off,
            help="Only so many of the likeliest words. 0: all.",
        )  # fmt: skip
        seed = st.number_input("Seed", 0, 9999, 0, key=state.SEED, bind="query-params", disabled=is_off,
                               help="The same seed draws the same words.")  # fmt: skip
    return None if is_off else Sampling(temperature, top_k, top_p, int(seed))
