"""Importing runs: from an uploaded archive, or from the folder of the command line."""

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from model.runs.archive import pack
from model.runs.saved_runs import SavedRun, find_runs
from ui.runs import visitor_runs
from ui.training import named_items, run_summary, training_page_keys
from ui.widgets import headings, messages, session, upload_limits

COMMAND_LINE_RUNS = Path(__file__).parents[2] / "runs"  # the folder that the README passes to ``--out``


def show_upload() -> None:
    """Draw the box for an archive."""
    number = session.get(training_page_keys.N_UPLOADS, 0)
    st.file_uploader(
        "Upload a run", "zip", key=f"{training_page_keys.UPLOAD}_{number}", on_change=_upload, args=(number,),
        max_upload_size=upload_limits.RUN,
    )  # fmt: skip
    if message := session.take(training_page_keys.UPLOAD_MESSAGE):
        messages.warn(message)


def show_command_line_runs(known: dict[str, str]) -> None:
    """Draw the runs of the command line, except those in ``known``, which has digests as keys."""
    runs = [run for run in find_runs(COMMAND_LINE_RUNS) if run.description.digest not in known]
    if runs:
        headings.show_heading("Runs from the command line", "for all visitors; add one to show it")
    for run in runs:
        about, button = st.columns([10, 4], gap="medium", vertical_alignment="center")
        with about:
            named_items.show_item(run.name, run_summary.summarize(run.description))
        with button, st.container(horizontal=True, horizontal_alignment="right"):
            key = f"{training_page_keys.RUN_}add_{run.description.digest}"
            st.button("Add to my runs", key=key, on_click=_add, args=(run,))


def show_message() -> None:
    """Show once why a run could not be added, opened or deleted, or the list not saved."""
    message = session.get(training_page_keys.MESSAGE) or visitor_runs.take_list_problem()
    if message:
        messages.warn(message)
        session.put(training_page_keys.MESSAGE, "")


def _upload(number: int) -> None:
    file = session.get(f"{training_page_keys.UPLOAD}_{number}")
    if file is not None:
        session.put(training_page_keys.UPLOAD_MESSAGE, _import(file.getvalue, Path(file.name).stem))
        session.put(training_page_keys.N_UPLOADS, number + 1)


def _add(run: SavedRun) -> None:
    session.put(training_page_keys.MESSAGE, _import(lambda: pack(run.folder), run.name, is_trusted=True))


def _import(read: Callable[[], bytes], name: str, *, is_trusted: bool = False) -> str:
    """Import a run and return why it cannot be, or is in the list already; "" if it has been."""
    listed = visitor_runs.read_run_list().names
    try:
        if visitor_runs.import_run(read(), name, is_trusted=is_trusted).digest in listed:
            return "This run is in your list already."
    except ValueError as error:
        return str(error)
    except OSError as error:
        return f"The run cannot be stored here ({error.strerror})."
    return ""
