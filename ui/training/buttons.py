"""Pausing, going on with, ending and repeating a training."""

from collections.abc import Callable

import streamlit as st

from model.runs import Status, TrainingRun
from ui import shelf

_NOT_YOURS = "This training is not yours alone. One that you begin yourself can be paused, stopped and begun again."


def show(run: TrainingRun) -> None:
    """The buttons that make sense now; who only looks at a training, with a link say, does not hold it up."""
    if run.digest not in shelf.mine().names:
        st.caption(_NOT_YOURS)
        return
    with st.container(horizontal=True, gap="small"):
        if run.state.is_training:
            _button("Pause", ":material/pause:", run.pause)
        elif run.state.status is not Status.TRAINED:
            _button("Go on", ":material/play_arrow:", run.start)
        if run.is_busy:
            _button("Stop", ":material/stop:", run.stop)
        else:
            _button("Train again", ":material/replay:", run.again)


def _button(label: str, icon: str, act: Callable[[], None]) -> None:
    if st.button(label, icon=icon):
        act()
        st.rerun()  # the header follows the training
