"""Pausing, going on with, ending and repeating a training."""

from collections.abc import Callable

import streamlit as st

from model.runs import Status, TrainingRun
from ui import shelf
from ui.training import limits

_NOT_YOURS = "This training is not yours alone. One that you begin yourself can be paused, stopped and begun again."


def show(run: TrainingRun) -> None:
    """The buttons that make sense now; who only looks at a training, with a link say, does not hold it up."""
    if not shelf.rules(run.digest):
        st.caption(_NOT_YOURS)
        return
    problem = "" if run.state.is_training else limits.obstacle_to(run)
    with st.container(horizontal=True, gap="small"):
        if run.state.is_training:
            _button("Pause", ":material/pause:", run.pause)
        elif run.state.status is not Status.TRAINED:
            _button("Go on", ":material/play_arrow:", run.start, problem)
        if run.is_busy:
            _button("Stop", ":material/stop:", run.stop)
        else:
            _button("Train again", ":material/replay:", run.again, problem)
    if problem:
        st.caption(problem)


def _button(label: str, icon: str, act: Callable[[], None], problem: str = "") -> None:
    if st.button(label, icon=icon, disabled=bool(problem)):
        act()
        st.rerun()  # the header follows the training
