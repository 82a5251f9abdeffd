"""Walking through the steps of decoding: buttons, slider, play."""

import time

import streamlit as st

from ui import playing, state

_PLAY = "play"
_SECONDS_A_STEP = 1.0
_SECONDS_OF_AN_ECHO = 3.0  # in which a browser may still send the end of the slider as it was


def stepper(n_steps: int, *, rests_at_first: bool = False, is_training: bool = False) -> int:
    """Draw the controls and return the chosen step, counted from 1.

    Until somebody chooses a step the last one is shown, or the first, and the URL holds none; so it is again after
    every change of the sentence.

    Args:
        n_steps: how many steps there are, at least 1.
        rests_at_first: whether the step at rest is the first.
        is_training: whether the model learns, so that the number of steps changes by itself.
    """
    # A slider needs two ends; with one step it is there, and off, and rests where the URL need not hold it.
    rest = 1 if rests_at_first else max(2, n_steps)
    state.put(state.N_STEPS, n_steps)
    state.put(state.REST, rest)
    if state.get(state.FOLLOWS_END) is None:
        state.put(state.FOLLOWS_END, state.STEP not in st.query_params)
    sentence = state.get(state.SENTENCE)
    # Seen here and not in a callback of the box: a key that arrives together with a timer may not call it.
    if state.get(state.SEEN_SENTENCE, sentence) != sentence:
        state.put(state.FOLLOWS_END, True)
        playing.stop(_PLAY)
    state.put(state.SEEN_SENTENCE, sentence)
    if state.STEP in st.session_state and (state.get(state.FOLLOWS_END) or state.get(state.STEP) > max(2, n_steps)):
        if is_training and state.get(state.STEP) != rest:
            state.put(state.EARLIER_RESTS, (*_earlier_rests(), (state.get(state.STEP), time.monotonic())))
        state.put(state.STEP, rest)
    wanted = state.get(state.STEP)
    buttons = st.container(horizontal=True, gap="xsmall")
    step: int = st.slider(
        "Step", 1, max(2, n_steps), rest, key=state.STEP, bind="query-params",
        on_change=_slid, disabled=n_steps < 2, label_visibility="collapsed",
    )  # fmt: skip
    # A slider whose end moves is a new widget to Streamlit, and takes its place from the URL: put it right once.
    if wanted is not None and step != wanted and state.get(state.PUT_RIGHT) != (sentence, n_steps):
        state.put(state.PUT_RIGHT, (sentence, n_steps))
        st.rerun()
    step = min(n_steps, step)
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


def _earlier_rests() -> list[tuple[int, float]]:
    """Where the slider rested of late, and until when: while a model trains, its end moves several times a second."""
    since = time.monotonic() - _SECONDS_OF_AN_ECHO
    return [(place, until) for place, until in state.get(state.EARLIER_RESTS, ()) if until > since]


def _slid() -> None:
    """Somebody moved the slider; or a browser says where it stands, or stood before it has seen it move."""
    rests = {state.get(state.REST), *(place for place, _ in _earlier_rests())}
    if not (state.get(state.FOLLOWS_END) and state.get(state.STEP) in rests):
        _stepped()


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
