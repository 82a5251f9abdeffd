"""Walking through the steps of decoding: buttons, slider, play."""

import time

import streamlit as st

from ui.widgets import link_keys, playback, session, widget_keys

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
    session.put(widget_keys.N_STEPS, n_steps)
    session.put(widget_keys.REST, rest)
    if session.get(widget_keys.FOLLOWS_END) is None:
        session.put(widget_keys.FOLLOWS_END, link_keys.STEP not in st.query_params)
    sentence = session.get(link_keys.SENTENCE)
    # Seen here and not in a callback of the box: a key that arrives together with a timer may not call it.
    if session.get(widget_keys.SEEN_SENTENCE, sentence) != sentence:
        session.put(widget_keys.FOLLOWS_END, True)
        playback.stop(_PLAY)
    session.put(widget_keys.SEEN_SENTENCE, sentence)
    if link_keys.STEP in st.session_state and (
        session.get(widget_keys.FOLLOWS_END) or session.get(link_keys.STEP) > max(2, n_steps)
    ):
        if is_training and session.get(link_keys.STEP) != rest:
            session.put(widget_keys.EARLIER_RESTS, (*_earlier_rests(), (session.get(link_keys.STEP), time.monotonic())))
        session.put(link_keys.STEP, rest)
    wanted = session.get(link_keys.STEP)
    buttons = st.container(horizontal=True, gap="xsmall")
    step: int = st.slider(
        "Step", 1, max(2, n_steps), rest, key=link_keys.STEP, bind="query-params",
        on_change=_slid, disabled=n_steps < 2, label_visibility="collapsed",
    )  # fmt: skip
    # A slider whose end moves is a new widget to Streamlit, and takes its place from the URL: put it right once.
    if wanted is not None and step != wanted and session.get(widget_keys.PUT_RIGHT) != (sentence, n_steps):
        session.put(widget_keys.PUT_RIGHT, (sentence, n_steps))
        st.rerun()
    step = min(n_steps, step)
    with buttons:
        _button("first", ":material/first_page:", "First step", 1, is_off=step <= 1)
        _button("back", ":material/chevron_left:", "One step back", step - 1, is_off=step <= 1)
        _button("forward", ":material/chevron_right:", "One step forward", step + 1, is_off=step >= n_steps)
        _button("last", ":material/last_page:", "Last step", n_steps, is_off=step >= n_steps)
        playback.button(_PLAY, "Play the steps", on_click=_play, is_off=n_steps < 2)
    playback.clock(_PLAY, _SECONDS_A_STEP, _advance)
    return step


def _button(name: str, icon: str, label: str, step: int, *, is_off: bool) -> None:
    st.button(label, key=name, icon=icon, on_click=_go_to, args=(step,), disabled=is_off)


def _go_to(step: int) -> None:
    _stepped()
    session.put(link_keys.STEP, max(1, min(step, session.get(widget_keys.N_STEPS))))


def _earlier_rests() -> list[tuple[int, float]]:
    """Where the slider rested of late, and until when: while a model trains, its end moves several times a second."""
    since = time.monotonic() - _SECONDS_OF_AN_ECHO
    return [(place, until) for place, until in session.get(widget_keys.EARLIER_RESTS, ()) if until > since]


def _slid() -> None:
    """Somebody moved the slider; or a browser says where it stands, or stood before it has seen it move."""
    rests = {session.get(widget_keys.REST), *(place for place, _ in _earlier_rests())}
    if not (session.get(widget_keys.FOLLOWS_END) and session.get(link_keys.STEP) in rests):
        _stepped()


def _stepped() -> None:
    session.put(widget_keys.FOLLOWS_END, False)
    playback.stop(_PLAY)


def _play() -> None:
    session.put(widget_keys.FOLLOWS_END, False)
    if session.get(link_keys.STEP) >= session.get(widget_keys.N_STEPS):
        session.put(link_keys.STEP, 1)


def _advance() -> bool:
    step = min(session.get(link_keys.STEP) + 1, session.get(widget_keys.N_STEPS))
    session.put(link_keys.STEP, step)
    return step < session.get(widget_keys.N_STEPS)
