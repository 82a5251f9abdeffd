"""Keeping up with trainings that go on while one looks at them."""

from collections.abc import Hashable, Sequence

import streamlit as st

from model.runs.run_state import Status
from model.runs.training_queue import QUEUE
from model.runs.training_run import TrainingRun
from ui.runs import cache, run_keys
from ui.widgets import session

_SECONDS, _SECONDS_AT_REST = 1.0, 4.0


def follow(runs: Sequence[TrainingRun]) -> None:
    """Draw the page again when one of these trainings has come on, or others have done something to it."""
    session.put(run_keys.SHOWN_MARKS, _marks(runs))
    st.fragment(_look, run_every=pace(runs))(runs)


def pace(runs: Sequence[TrainingRun]) -> float | None:
    """Every how many seconds to look; None for never, where nothing can change any more.

    All but the default training can be paused, gone on with, repeated or deleted by others.
    """
    if any(run.state.is_training for run in runs):
        return _SECONDS
    is_settled = all(run.state.status is Status.TRAINED and run is cache.runs().open_default() for run in runs)
    return None if is_settled else _SECONDS_AT_REST


def mark(run: TrainingRun) -> Hashable:
    """What a page must be drawn again for."""
    now = run.state
    return (now.snapshot.step if now.snapshot else None, now.status, run.is_deleted)


def _look(runs: Sequence[TrainingRun]) -> None:
    if _marks(runs) != session.get(run_keys.SHOWN_MARKS):
        st.rerun()


def _marks(runs: Sequence[TrainingRun]) -> Hashable:
    return tuple((mark(run), QUEUE.count_ahead(run)) for run in runs)
