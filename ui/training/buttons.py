"""Starting, pausing and ending a training."""

import streamlit as st

from model.runs import Status, TrainingRun
from ui import cache


def show(run: TrainingRun) -> None:
    """The buttons that make sense now; the default training is everybody's, and nobody holds it up."""
    if run is cache.runs().default():
        return
    status = run.state.status
    with st.container(horizontal=True, gap="small"):
        if run.state.is_training:
            st.button("Pause", icon=":material/pause:", on_click=run.pause)
        elif status is not Status.TRAINED:
            st.button("Go on", icon=":material/play_arrow:", on_click=run.start)
        if run.is_busy:
            st.button("Stop", icon=":material/stop:", on_click=run.stop)
        else:
            st.button("Train again", icon=":material/replay:", on_click=run.again)
