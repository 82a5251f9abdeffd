"""Which run, and which of its training steps, this visitor looks at: the link says it, on every page."""

import streamlit as st

from model.runs.training_run import TrainingRun
from ui.runs import cache
from ui.widgets import link_keys, session


def chosen_run() -> TrainingRun:
    """The run that the link names, or the default one."""
    digest = st.query_params.get(link_keys.RUN)
    return (cache.runs().open_run(digest) if digest else None) or cache.runs().open_default()


def choose(run: TrainingRun) -> None:
    """Look at a run from here on."""
    if run is cache.runs().open_default():
        st.query_params.pop(link_keys.RUN, None)
    else:
        st.query_params[link_keys.RUN] = run.digest
    st.query_params.pop(link_keys.TRAINING_STEP, None)  # it was the other run's
    session.forget(link_keys.TRAINING_STEP)


def carried() -> dict[str, str]:
    """What a link to another page takes along."""
    return {link_keys.RUN: st.query_params[link_keys.RUN]} if link_keys.RUN in st.query_params else {}


def show_trouble(run: TrainingRun) -> None:
    """Say so where the link names another run than the one that is shown."""
    if st.query_params.get(link_keys.RUN) not in (None, "", run.digest):
        st.warning(
            "The link names a training that is not here; the default model is shown.", icon=":material/link_off:"
        )
