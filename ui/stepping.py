"""Walking through the steps of decoding: buttons, slider, play."""

import streamlit as st

from ui import playing, state

_PLAY = "play"
_SECONDS_A_STEP = 1.0
_TRIES = 3


def stepper(n_steps: int, *, rests_at_first: bool = False) -> int:
    """Draw the controls and return the chosen step, counted from 1.

    Until somebody chooses a step the last one is shown, or the first, and the URL holds none; so it is again after
    every change of the sentence.

    Args:
        n_steps: how many steps there are, at least 1.
        rests_at_first: whether the step at rest is the first.
    """
    rest = 1 if rests_at_first else n_steps
    state.put(state.N_STEPS, n_steps)
    if state.get(state.FOLLOWS_END) is None:
        state.put(state.FOLLOWS_END, state.STEP not in st.query_params)
    sentence = state.get(state.SENTENCE)
    # Seen here and not in a callback of the box: a key that arrives together with a timer may not call it.
    if state.get(state.SEEN_SENTENCE, sentence) != sentence:
        state.put(state.FOLLOWS_END, True)
        playing.stop(_PLAY)
    state.put(state.SEEN_SENTENCE, sentence)
    if state.STEP in st.session_state and (state.get(state.FOLLOWS_END) or state.get(state.STEP) > n_steps):
        state.put(state.STEP, rest)
    wanted = state.get(state.STEP)
    buttons = st.container(horizontal=True, gap="xsmall")
    # A slider needs two ends; with one step it is there, and off, so that the URL's step is not forgotten.
    step: int = st.slider(
        "Step", 1, max(2, n_steps), 1 if rests_at_first else max(2, n_steps), key=state.STEP, bind="query-params",
        on_change=_stepped, disabled=n_steps < 2, label_visibility="collapsed",
    )  # fmt: skip
    step = min(n_steps, step)
    # A slider whose end moves is a new widget to Streamlit, and takes its place from the URL, or from a browser that
    # has not seen it move: put it right, and do not try for ever.
    place = (sentence, n_steps)
    tries = state.get(state.PUT_RIGHT, {}).get(place, 0)
    is_right = wanted is None or step == wanted
    state.put(state.PUT_RIGHT, {} if is_right else {place: tries + 1})
    if not is_right and tries < _TRIES:
        st.rerun()
    with buttons:
        _button("first", ":material/first_page:", "First step", 1, is_off=step <= 1)
        _button("back", ":material/chevron_left:", "One step back", step - 1, is_off=step <= 1)
        _button("forward", ":material/chevron_right:", "One step forward", step + 1, is_off=step >= n_steps)
        _button("last", ":material/last_page:", "Last step", n_steps, is_off=step >= n_steps)
        playing.button(_PLAY, "Play the steps", on_click=_play, is_off=n_steps < 2)
    playing.clock(_PLAY, _SECONDS_A_STEP, _advance)
    return step


def _button(name: str, icon: str, label: str, step: int, *, is_off: bool) -> None:
    st.button(label, key=name, icon=icon, on_click=_go_to, args=(step,), disabled=is_off)


def _go_to(step: int) -> None:
    _stepped()
    state.put(state.STEP, max(1, min(step, state.get(state.N_STEPS))))


def _stepped() -> None:
    state.put(state.FOLLOWS_END, False)
    playing.stop(_PLAY)


def _play() -> None:
    state.put(state.FOLLOWS_END, False)
    if state.get(state.STEP) >= state.get(state.N_STEPS):
        state.put(state.STEP, 1)


def _advance() -> bool:
    step = min(state.get(state.STEP) + 1, state.get(state.N_STEPS))
    state.put(state.STEP, step)
    return step < state.get(state.N_STEPS)
