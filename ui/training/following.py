"""Keeping up with trainings that go on while one looks at them."""

from collections.abc import Hashable, Sequence

import streamlit as st

from model.runs import TrainingRun
from model.runs.queue import QUEUE
from ui import state

_SECONDS = 1.0


def follow(runs: Sequence[TrainingRun]) -> None:
    """Draw the page again when one of these trainings has come on; where none goes on, there is no timer."""
    if any(run.state.is_training for run in runs):
        state.put(state.SHOWN_MARKS, _marks(runs))
        st.fragment(_look, run_every=_SECONDS)(runs)


def _look(runs: Sequence[TrainingRun]) -> None:
    if _marks(runs) != state.get(state.SHOWN_MARKS):
        st.rerun()


def _marks(runs: Sequence[TrainingRun]) -> Hashable:
    return tuple(
        (run.state.snapshot.step if run.state.snapshot else None, run.state.status, QUEUE.ahead_of(run)) for run in runs
    )
