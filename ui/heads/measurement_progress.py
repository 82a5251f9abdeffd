"""A measurement in the background: the button that starts it, and its progress."""

from functools import partial
from typing import Any

import streamlit as st

from model.runs.measurement_run import MeasurementRun
from model.runs.snapshot_reports import ReportT
from model.runs.training_queue import QUEUE
from ui.runs import quotas
from ui.shell import training_status
from ui.widgets import session
from ui.widgets.clocks import ask_for_clock, redraw_page
from ui.widgets.headings import show_remark
from ui.widgets.number_format import format_number

_SECONDS = 1.0


def show(
    measurement: MeasurementRun[ReportT], report: ReportT | None, units: str, shown_key: str, *, starts: bool
) -> None:
    """Draw the button that starts a measurement, or its progress; each report of it draws the page again.

    Args:
        measurement: in the background.
        report: of it that the page shows, None before the first.
        units: what its steps are, in the plural.
        shown_key: session key of the progress that the page was last drawn for.
        starts: True to start it without the button.
    """
    state = measurement.state
    if report is not None and report.step >= state.steps:
        return
    is_idle = not measurement.is_busy and not state.is_training and state.snapshot is report
    obstacle = quotas.find_full_queue() if is_idle else ""
    if is_idle and report is None and not state.error and starts and not obstacle:
        measurement.start()
    elif is_idle:
        if state.error:
            training_status.show_failure("The measurement", state.error)
        label, icon = "Measure this training step", ":material/speed:"
        st.button(
            label, icon=icon, key=f"{shown_key}_start", on_click=measurement.start, disabled=bool(obstacle),
            help=obstacle or None,
        )  # fmt: skip
        return
    progress = _describe_progress(measurement, report, units)
    show_remark(progress)
    session.put(shown_key, progress)
    ask_for_clock(shown_key, _SECONDS, partial(_redraw_on_progress, measurement, units, shown_key))


def _redraw_on_progress(measurement: MeasurementRun[Any], units: str, shown_key: str) -> None:
    state = measurement.state
    if not state.is_training or _describe_progress(measurement, state.snapshot, units) != session.get(shown_key):
        redraw_page()


def _describe_progress(measurement: MeasurementRun[ReportT], report: ReportT | None, units: str) -> str:
    state = measurement.state
    has_training = any(not isinstance(each, MeasurementRun) for each in QUEUE.entries)
    waits = ", waiting for another server process" if state.is_elsewhere else ""
    waits = ", waiting for a training to end" if has_training else waits
    done = report.step if report is not None else 0
    return f"Measured {format_number(done)} of {format_number(state.steps)} {units}{waits} …"
