"""The run that the pages show; the URL holds it."""

import streamlit as st

from model.runs.training_run import TrainingRun
from ui.runs import run_keys
from ui.runs.registry import get_registry
from ui.widgets import link_keys, messages, session, unbound_parameters


def read_chosen_run() -> TrainingRun:
    """Return the run that the link names, the default run if there is none."""
    digest = st.query_params.get(link_keys.RUN)
    return (get_registry().open_run(digest) if digest else None) or get_registry().open_default()


def choose_run(run: TrainingRun) -> None:
    """Show a run on all pages, at its newest weights."""
    if run is get_registry().open_default():
        unbound_parameters.write(link_keys.RUN, "")
    else:
        unbound_parameters.write(link_keys.RUN, run.digest)
    st.query_params.pop(link_keys.MODEL, None)
    st.query_params.pop(link_keys.TRAINING_STEP, None)
    session.forget(link_keys.TRAINING_STEP)
    session.forget(run_keys.EARLIER_STEP)


def get_link_parameters() -> dict[str, str]:
    """Return the query parameters that keep the chosen run or model in a link to another page."""
    return {key: st.query_params[key] for key in (link_keys.RUN, link_keys.MODEL) if key in st.query_params}


def is_other_than_linked(run: TrainingRun) -> bool:
    """Return True if the link names another run than the one shown: one that is not here, or was deleted."""
    return st.query_params.get(link_keys.RUN) not in (None, "", run.digest)


def report_missing_run(run: TrainingRun) -> None:
    """Show a warning if the link names another run than the one shown."""
    if is_other_than_linked(run):
        messages.warn(
            "The run of this link is not on this server; the default model is shown.", icon=messages.BROKEN_LINK
        )
