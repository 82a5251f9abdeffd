"""The buttons that pause, resume, stop and restart a training."""

from collections.abc import Callable

import streamlit as st

from model.runs.run_state import Status
from model.runs.training_run import TrainingRun
from ui.runs import quotas, visitor_runs
from ui.runs.registry import get_registry
from ui.widgets import messages

_FROM_ELSEWHERE = (
    "Another visitor started this run, so you cannot pause, stop or restart it; another seed starts your own."
)
_SHARED = "Everyone shares this run. Start your own to pause, stop or restart it."


def show_run_buttons(run: TrainingRun) -> None:
    """Draw the buttons that apply to the state of a run; a visitor who opened it from a link gets none."""
    if not visitor_runs.may_control(run.digest):
        st.caption(_SHARED if run is get_registry().open_default() else _FROM_ELSEWHERE)
        return
    problem = ""
    with st.container(horizontal=True, gap="small"):
        if run.state.is_training:
            _show_button("Pause", ":material/pause:", run.pause)
        elif run.state.status not in (Status.TRAINED, Status.FAILED):  # the header has the retry button of a failed run
            problem = _show_button("Resume", ":material/play_arrow:", run.start, run)
        if run.state.is_training or run.state.status is Status.PAUSED:  # both count among a visitor's unfinished runs
            _show_button("Stop", ":material/stop:", run.stop)
        else:
            with st.popover("Restart", icon=":material/replay:"):
                st.write("This trains from the beginning; the weights and curves of this run are lost.")
                problem = _show_button("Restart this run", ":material/replay:", run.restart, run) or problem
    if problem:
        messages.warn(problem)


def show_retry_button(run: TrainingRun) -> None:
    """Draw the button of a failed training, which resumes from the last saved state."""
    is_default = run is get_registry().open_default()
    if not is_default and not visitor_runs.may_control(run.digest):
        return
    problem = _show_button("Try again", ":material/replay:", run.start, None if is_default else run)
    if problem:
        messages.warn(problem)


def _show_button(label: str, icon: str, act: Callable[[], None], trains: TrainingRun | None = None) -> str:
    """Draw a button; when it is pressed, act, or return why the run cannot train."""
    if not st.button(label, icon=icon):
        return ""
    problem = quotas.find_obstacle_to_resuming(trains) if trains else ""
    if not problem:
        act()
        st.rerun()  # the header shows the new state
    return problem
