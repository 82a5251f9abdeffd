"""The view "Runs": the visitor's runs, the queue of trainings, and the import of runs."""

from functools import partial

import streamlit as st

from model.runs.measurement_run import MeasurementRun
from model.runs.training_queue import QUEUE
from model.runs.training_run import TrainingRun
from ui.runs import visitor_runs
from ui.runs.registry import get_registry
from ui.runs.run_refresh import redraw_on_change
from ui.training import named_items, pretrained_list, run_import, run_row, training_page_keys
from ui.widgets import headings, session
from ui.widgets.number_format import format_number, format_seconds


def show(run: TrainingRun) -> None:
    """Draw the whole view.

    Args:
        run: the run shown.
    """
    if session.take(training_page_keys.IS_RENAMED):  # the header, which tells the name, was drawn before
        st.rerun()
    names, own = visitor_runs.name_runs(run.digest), visitor_runs.read_run_list().names
    in_memory = [each for digest in names if (each := get_registry().get_open_run(digest))]
    redraw_on_change(in_memory, partial(_read_list, run.digest))  # before the rows are read
    run_import.show_message()
    with st.container(key=training_page_keys.RUN_LIST):
        for digest, name in names.items():
            row = run_row.read_row(digest, name)
            run_row.show_row(row, is_shown=digest == run.digest, is_own=digest in own)
        run_import.show_command_line_runs(names)
        pretrained_list.show_pretrained_models()
    left, right = st.columns(2, gap="large")
    with left:
        _show_queue(names)
    with right:
        run_import.show_upload()


def _read_list(shown: str) -> list[object]:
    """Return what another tab or process may change: names, status and kept steps of all runs, and the lock."""
    registry = get_registry()
    return [
        registry.trainer_lock.is_elsewhere,
        *(
            (digest, name, registry.describe(digest), registry.folder(digest).steps)
            for digest, name in visitor_runs.name_runs(shown).items()
        ),
    ]


def _show_queue(names: dict[str, str]) -> None:
    """Show the trainings and measurements that run or wait, those of other visitors without their names."""
    entries = QUEUE.entries
    if not entries:
        is_elsewhere = get_registry().trainer_lock.is_elsewhere
        headings.show_remark("Another server process trains." if is_elsewhere else "No training is running.")
        return
    headings.show_heading("Queue", "one training at a time, first come, first served")
    named_items.show_queue([_describe_entry(entry, names) for entry in entries])


def _describe_entry(run: object, names: dict[str, str]) -> tuple[str, str]:
    """Return the name of a training or measurement and its progress."""
    if isinstance(run, MeasurementRun):
        return run.name, ""
    if not isinstance(run, TrainingRun):
        return "A language model", ""
    state = run.state
    step = state.snapshot.step if state.snapshot else 0
    left = "" if state.seconds_left is None else f", {format_seconds(state.seconds_left)} left"
    n_steps = format_number(state.steps)
    progress = f"step {format_number(step)} of {n_steps}{left}" if step else f"{n_steps} steps"
    return names.get(run.digest, "Another visitor’s run"), progress
