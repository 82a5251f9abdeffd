"""Which run, and which of its training steps, this visitor looks at: the link says it, on every page."""

import streamlit as st

from model.runs import TrainingRun
from ui import cache, state


def chosen_run() -> TrainingRun:
    """The run that the link names, or the default one."""
    digest = st.query_params.get(state.RUN)
    return (cache.runs().find(digest) if digest else None) or cache.runs().default()


def choose(run: TrainingRun) -> None:
    """Look at a run from here on."""
    if run is cache.runs().default():
        st.query_params.pop(state.RUN, None)
    else:
        st.query_params[state.RUN] = run.digest
    st.query_params.pop(state.TRAINING_STEP, None)  # it was the other run's
    state.forget(state.TRAINING_STEP)


def carried() -> dict[str, str]:
    """What a link to another page takes along."""
    return {state.RUN: st.query_params[state.RUN]} if state.RUN in st.query_params else {}


def show_trouble(run: TrainingRun) -> None:
    """Say so where the link names another run than the one that is shown."""
    if st.query_params.get(state.RUN) not in (None, "", run.digest):
        st.warning(
            "The link names a training that is not here; the default model is shown.", icon=":material/link_off:"
        )
