"""Keeping up with trainings that go on while one looks at them."""

from collections.abc import Hashable, Sequence

import streamlit as st

from model.runs import Status, TrainingRun
from model.runs.queue import QUEUE
from ui import state

_SECONDS = 1.0


def follow(runs: Sequence[TrainingRun]) -> None:
    """Draw the page again when one of these trainings has come on, or others have done something to it."""
    if any(run.state.status is not Status.TRAINED for run in runs):
        state.put(state.SHOWN_MARKS, _marks(runs))
        st.fragment(_look, run_every=_SECONDS)(runs)


def _look(runs: Sequence[TrainingRun]) -> None:
    if _marks(runs) != state.get(state.SHOWN_MARKS):
        st.rerun()


def _marks(runs: Sequence[TrainingRun]) -> Hashable:
    return tuple(
        (now.snapshot.step if now.snapshot else None, now.status, run.is_over, QUEUE.ahead_of(run))
        for run in runs
        for now in (run.state,)
    )
