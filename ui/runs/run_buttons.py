"""Pausing, going on with, ending and repeating a training."""

from collections.abc import Callable

import streamlit as st

from model.runs.run_state import Status
from model.runs.training_run import TrainingRun
from ui.runs import cache, quotas, visitor_runs

_NOT_YOURS = "This training is not yours alone. One that you begin yourself can be paused, stopped and begun again."


def show(run: TrainingRun) -> None:
    """The buttons that make sense now; who only looks at a training, with a link say, does not hold it up."""
    if not visitor_runs.rules(run.digest):
        st.caption(_NOT_YOURS)
        return
    problem = ""
    with st.container(horizontal=True, gap="small"):
        if run.state.is_training:
            _button("Pause", ":material/pause:", run.pause)
        elif run.state.status not in (Status.TRAINED, Status.FAILED):  # a failed one is tried again in the header
            problem = _button("Go on", ":material/play_arrow:", run.start, run)
        if run.is_busy:
            _button("Stop", ":material/stop:", run.stop)
        else:
            problem = _button("Train again", ":material/replay:", run.restart, run) or problem
    if problem:
        st.warning(problem, icon=":material/info:")


def try_again(run: TrainingRun) -> None:
    """The button of a training that failed: it goes on from what is kept of it."""
    is_default = run is cache.runs().open_default()
    if not is_default and not visitor_runs.rules(run.digest):
        return
    problem = _button("Try again", ":material/replay:", run.start, None if is_default else run)
    if problem:
        st.warning(problem, icon=":material/info:")


def _button(label: str, icon: str, act: Callable[[], None], trains: TrainingRun | None = None) -> str:
    """Draw a button and obey it, or return why that cannot be: asked when it is pressed, and not at every key."""
    if not st.button(label, icon=icon):
        return ""
    problem = quotas.obstacle_to(trains) if trains else ""
    if not problem:
        act()
        st.rerun()  # the header follows the training
    return problem
