"""The choice of a training step whose weights are kept, and playback over these steps."""

import streamlit as st

from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from ui.runs import run_keys
from ui.runs.pretrained_runs import PretrainedRun
from ui.runs.shown_run import ShownRun, ShownSnapshot
from ui.widgets import link_keys, playback, session
from ui.widgets.headings import show_remark
from ui.widgets.number_format import format_number

_PLAY = "play_training"
_SECONDS_PER_STEP = 0.7


def choose_shown_snapshot(run: ShownRun) -> ShownSnapshot:
    """Return the snapshot of the run shown; a model that was trained elsewhere has no other, and this is said."""
    if isinstance(run, PretrainedRun):
        show_remark("Trained elsewhere: there are no earlier training steps to return to.")
        return run.snapshot
    return choose_snapshot(run)


def choose_snapshot(run: TrainingRun) -> Snapshot:
    """Draw the slider over the kept training steps and return the snapshot; the last place stands for the newest.

    Args:
        run: a training that has published weights.
    """
    steps = _get_kept_steps(run)
    session.put(run_keys.KEPT_STEPS, steps)
    if link_keys.TRAINING_STEP in st.session_state and session.get(link_keys.TRAINING_STEP) not in steps:
        session.put(link_keys.TRAINING_STEP, steps[-1])
    with st.container(key=run_keys.TIME_TRAVEL, horizontal=True, vertical_alignment="bottom", gap="small"):
        with st.container(key=run_keys.RUNNING_STEP if _is_running(run, steps[-1]) else run_keys.KEPT_STEP):
            step: int = st.select_slider(
                _label(run, steps[-1]), steps, steps[-1], key=link_keys.TRAINING_STEP, bind="query-params",
                on_change=playback.stop, args=(_PLAY,), disabled=len(steps) < 2,
            )  # fmt: skip
        playback.show_button(_PLAY, "Play the training", on_start=_rewind, is_off=len(steps) < 2)
    playback.run_clock(_PLAY, _SECONDS_PER_STEP, _advance)
    return load_snapshot(run, step)


def load_snapshot(run: TrainingRun, step: int) -> Snapshot:
    """Return the snapshot of a kept step; if it is damaged or was deleted meanwhile, draw the page again."""
    snapshot = run.load_snapshot(step)
    if snapshot is None or step not in run.kept_steps:
        st.rerun()
    return snapshot


def _get_kept_steps(run: TrainingRun) -> tuple[int, ...]:
    """Return the kept steps; if the training has just restarted and kept none yet, draw the page again."""
    steps = run.kept_steps
    if not steps:
        st.rerun()
    return steps


def _is_running(run: TrainingRun, last: int) -> bool:
    """Return True if the last place of the slider is chosen and stands for a step that is still to come."""
    newest = run.state.snapshot
    return newest is not None and newest.step < last == session.get(link_keys.TRAINING_STEP, last)


def _label(run: TrainingRun, last: int) -> str:
    newest = run.state.snapshot
    if newest is None or newest.step >= last:
        return "Training step"
    if _is_running(run, last):
        return f"Training step {format_number(newest.step)} of {format_number(last)}"
    return f"Training step ({format_number(newest.step)} so far)"


def _rewind() -> None:
    steps = session.get(run_keys.KEPT_STEPS)
    if session.get(link_keys.TRAINING_STEP) == steps[-1]:
        session.put(link_keys.TRAINING_STEP, steps[0])


def _advance() -> bool:
    steps = session.get(run_keys.KEPT_STEPS)
    later = [step for step in steps if step > session.get(link_keys.TRAINING_STEP)]
    session.put(link_keys.TRAINING_STEP, later[0] if later else steps[-1])
    return len(later) > 1
