"""A measurement in the background: the button that starts it, its progress, and what it has found so far."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from model.runs.measurement_run import MeasurementRun
from model.runs.run_state import SnapshotT
from model.runs.training_queue import QUEUE
from ui.runs import quotas
from ui.shell import training_status
from ui.widgets import session
from ui.widgets.headings import show_remark
from ui.widgets.number_format import format_number


def show(
    measurement: MeasurementRun[SnapshotT],
    units: str,
    shown_key: str,
    *,
    starts: bool,
    draw: Callable[[SnapshotT], None] | None = None,
) -> None:
    """Draw the button that starts a measurement, or its progress.

    Args:
        measurement: in the background.
        units: what its steps are, in the plural.
        shown_key: session key of the state that the page was last drawn for.
        starts: True to start it without the button.
        draw: draws the newest report; None to draw the whole page again at each one.
    """
    state = measurement.state
    obstacle = "" if measurement.is_busy else quotas.find_full_queue()
    if not measurement.is_busy and not state.error and state.snapshot is None and starts and not obstacle:
        measurement.start()
    elif not state.is_training and (state.snapshot is None or state.snapshot.step < state.steps):
        if draw and state.snapshot:
            draw(state.snapshot)
        if state.error:
            training_status.show_failure("The measurement", state.error)
        label, icon = "Measure this training step", ":material/speed:"
        st.button(
            label, icon=icon, key=f"{shown_key}_start", on_click=measurement.start, disabled=bool(obstacle),
            help=obstacle or None,
        )  # fmt: skip
        return
    session.put(shown_key, _get_version(measurement, has_step=draw is None))
    run_every = 1.0 if measurement.state.is_training else None
    st.fragment(_update, run_every=run_every)(measurement, units, shown_key, draw)


def _get_version(measurement: MeasurementRun[Any], *, has_step: bool) -> tuple[int, bool, str]:
    state = measurement.state
    step = -1 if state.snapshot is None or not has_step else state.snapshot.step
    return (step, state.is_training, state.error)


def _update(
    measurement: MeasurementRun[SnapshotT], units: str, shown_key: str, draw: Callable[[SnapshotT], None] | None
) -> None:
    state = measurement.state
    if draw and state.snapshot:
        draw(state.snapshot)
    if state.is_training:
        has_training = any(not isinstance(each, MeasurementRun) for each in QUEUE.entries)
        done = state.snapshot.step if state.snapshot else 0
        waits = ", waiting for another server process" if state.is_elsewhere else ""
        waits = ", waiting for a training to end" if has_training else waits
        show_remark(f"Measured {format_number(done)} of {format_number(state.steps)} {units}{waits} …")
    if _get_version(measurement, has_step=draw is None) != session.get(shown_key):
        st.rerun()
