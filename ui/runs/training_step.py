"""Going back to the weights of an earlier training step, and letting the training pass by once more."""

import streamlit as st

from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from ui.runs import run_keys
from ui.widgets import link_keys, playback, session
from ui.widgets.number_format import format_number

_PLAY = "play_training"
_SECONDS_A_STATION = 0.7


def choose(run: TrainingRun) -> Snapshot:
    """Draw the slider over the kept training steps; its end stands for the newest weights there are.

    Args:
        run: a training that has published weights.
    """
    stations = _stations(run)
    session.put(run_keys.TRAINING_STEPS, stations)
    if link_keys.TRAINING_STEP in st.session_state and session.get(link_keys.TRAINING_STEP) not in stations:
        session.put(link_keys.TRAINING_STEP, stations[-1])
    with st.container(key=run_keys.TIME_TRAVEL, horizontal=True, vertical_alignment="bottom", gap="small"):
        step: int = st.select_slider(
            _label(run, stations[-1]), stations, stations[-1], key=link_keys.TRAINING_STEP, bind="query-params",
            on_change=playback.stop, args=(_PLAY,), disabled=len(stations) < 2,
        )  # fmt: skip
        playback.show_button(_PLAY, "Play the training", on_start=_play, is_off=len(stations) < 2)
    playback.run_clock(_PLAY, _SECONDS_A_STATION, _advance)
    return weights(run, step)


def _stations(run: TrainingRun) -> tuple[int, ...]:
    """Where one can go; the page is drawn anew where the training has just begun again, and there is nothing yet."""
    stations = run.kept_steps
    if not stations:
        st.rerun()
    return stations


def _label(run: TrainingRun, end: int) -> str:
    newest = run.state.snapshot
    if newest is None or newest.step >= end:
        return "Training step"
    return f"Training step ({format_number(newest.step)} so far)"


def weights(run: TrainingRun, station: int) -> Snapshot:
    """The weights at a station of a run; where they are damaged, or gone meanwhile, the page is drawn anew."""
    snapshot = run.load_snapshot(station)
    if snapshot is None or station not in run.kept_steps:
        st.rerun()
    return snapshot


def _play() -> None:
    stations = session.get(run_keys.TRAINING_STEPS)
    if session.get(link_keys.TRAINING_STEP) == stations[-1]:
        session.put(link_keys.TRAINING_STEP, stations[0])


def _advance() -> bool:
    stations = session.get(run_keys.TRAINING_STEPS)
    later = [step for step in stations if step > session.get(link_keys.TRAINING_STEP)]
    session.put(link_keys.TRAINING_STEP, later[0] if later else stations[-1])
    return len(later) > 1
