"""The choice of a decoding step: buttons, slider, playback."""

import time

import streamlit as st

from ui.widgets import bounded_value, link_keys, playback, session, text_memory, widget_keys

_SECONDS_A_STEP = 1.0
_SECONDS_OF_AN_ECHO = 3.0  # during which a browser may still send a previous default of the slider


def choose_step(text: str, n_steps: int, default: int, *, is_training: bool = False) -> int:
    """Draw the controls and return the chosen step, counted from 1.

    Until a visitor chooses a step, and again after every change of the text, the default is shown and the URL
    holds no step. A chosen step comes back after steps were fewer for a while: under other weights of the model; and
    with its text, when the browser's Back brings both.

    Args:
        text: the sentence that is translated, or the prompt that is continued.
        n_steps: number of steps, at least 1.
        default: the step shown until a visitor chooses one.
        is_training: True while the model trains, so that the number of steps changes by itself.
    """
    session.put(widget_keys.N_STEPS, n_steps)
    session.put(widget_keys.DEFAULT_STEP, default)
    if session.get(widget_keys.FOLLOWS_DEFAULT) is None:
        session.put(widget_keys.FOLLOWS_DEFAULT, link_keys.STEP not in st.query_params)
    # Not in a callback of the box: Streamlit may skip it if a keystroke arrives together with a timer.
    if session.get(widget_keys.STEPPED_TEXT, text) != text:
        session.put(widget_keys.FOLLOWS_DEFAULT, True)
        playback.stop(widget_keys.PLAY)
        linked = st.query_params.get(link_keys.STEP, "")
        if text_memory.is_last_choice(widget_keys.CHOSEN_STEPS, text, linked):
            _choose(int(linked))
    session.put(widget_keys.STEPPED_TEXT, text)
    if session.has(link_keys.STEP):
        _correct_step(n_steps, default, is_training=is_training)
    else:
        bounded_value.clamp(link_keys.STEP, 1, n_steps)
    wanted = session.get(link_keys.STEP)
    buttons = st.container(key=widget_keys.STEP_BUTTONS, horizontal=True, gap="xsmall")
    step: int = st.slider(  # it needs two ends: with one step it is disabled
        "Decoding step", 1, max(2, n_steps), default, key=link_keys.STEP,
        bind="query-params", on_change=_handle_slider, disabled=n_steps < 2,
    )  # fmt: skip
    # Streamlit treats a slider with a new maximum as a new widget and reads its value from the URL: correct it once.
    if wanted is not None and step != wanted and session.get(widget_keys.CORRECTED_SLIDER) != (text, n_steps):
        session.put(widget_keys.CORRECTED_SLIDER, (text, n_steps))
        st.rerun()
    step = min(n_steps, step)
    playback.stop_on_back(widget_keys.PLAY, link_keys.STEP, "" if step == default else str(step))
    is_chosen = not session.get(widget_keys.FOLLOWS_DEFAULT)
    text_memory.remember(widget_keys.CHOSEN_STEPS, text, str(step) if is_chosen else "")
    with buttons:
        _button(widget_keys.FIRST_STEP, ":material/first_page:", "First step", 1, is_off=step <= 1)
        _button(widget_keys.STEP_BACK, ":material/chevron_left:", "One step back", step - 1, is_off=step <= 1)
        _button(
            widget_keys.STEP_FORWARD, ":material/chevron_right:", "One step forward", step + 1, is_off=step >= n_steps
        )
        _button(widget_keys.LAST_STEP, ":material/last_page:", "Last step", n_steps, is_off=step >= n_steps)
        playback.show_button(widget_keys.PLAY, "Play the steps", on_start=_play, is_off=n_steps < 2)
    playback.run_clock(widget_keys.PLAY, _SECONDS_A_STEP, _advance)
    return step


def _correct_step(n_steps: int, default: int, *, is_training: bool) -> None:
    """Set the slider to the default, or the chosen step to the last one until there are enough steps again."""
    step: int = session.get(link_keys.STEP)
    if not session.get(widget_keys.FOLLOWS_DEFAULT):
        chosen: int = session.get(widget_keys.MISSING_STEP, step)
        if chosen > n_steps:
            session.put(widget_keys.MISSING_STEP, chosen)
        else:
            session.forget(widget_keys.MISSING_STEP)
        bounded_value.put(link_keys.STEP, chosen, 1, n_steps)
        return
    if is_training and step != default:
        session.put(widget_keys.PREVIOUS_DEFAULTS, (*_recent_defaults(), (step, time.monotonic())))
    bounded_value.put(link_keys.STEP, default, 1, n_steps)


def _button(key: str, icon: str, label: str, step: int, *, is_off: bool) -> None:
    st.button(label, key=key, icon=icon, on_click=go_to, args=(step,), disabled=is_off)


def go_to(step: int) -> None:
    """Choose a step, counted from 1, in a callback."""
    playback.stop(widget_keys.PLAY)
    _choose(max(1, min(step, session.get(widget_keys.N_STEPS))))


def forget_choice() -> None:
    """Forget whether a step was chosen on the page that is left; the URL of the next page says so for that page."""
    for key in (
        widget_keys.FOLLOWS_DEFAULT, widget_keys.MISSING_STEP, widget_keys.STEPPED_TEXT, widget_keys.CORRECTED_SLIDER,
        widget_keys.CHOSEN_STEPS,
    ):  # fmt: skip
        session.forget(key)


def _recent_defaults() -> list[tuple[int, float]]:
    """Return the last defaults and when each ended: while a model trains, the default moves several times a second."""
    since = time.monotonic() - _SECONDS_OF_AN_ECHO
    return [(step, end) for step, end in session.get(widget_keys.PREVIOUS_DEFAULTS, ()) if end > since]


def _handle_slider() -> None:
    """Handle a moved slider; a browser also reports the default, or a previous one, as if somebody had moved it."""
    step = session.get(link_keys.STEP)
    defaults = {session.get(widget_keys.DEFAULT_STEP), *(step for step, _ in _recent_defaults())}
    if not (session.get(widget_keys.FOLLOWS_DEFAULT) and step in defaults):
        playback.stop(widget_keys.PLAY)
        _leave_default()


def _choose(step: int) -> None:
    _leave_default()
    session.put(link_keys.STEP, step)


def _leave_default() -> None:
    session.put(widget_keys.FOLLOWS_DEFAULT, False)
    session.forget(widget_keys.MISSING_STEP)


def _play() -> None:
    step = session.get(link_keys.STEP)
    is_begun = step < session.get(widget_keys.N_STEPS) and not session.get(widget_keys.FOLLOWS_DEFAULT)
    _choose(step if is_begun else 1)


def _advance() -> bool:
    step = min(session.get(link_keys.STEP) + 1, session.get(widget_keys.N_STEPS))
    _choose(step)
    return step < session.get(widget_keys.N_STEPS)
