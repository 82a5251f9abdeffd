"""Bringing a run here: from a file that was downloaded somewhere, or from where the command line put it."""

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from model.runs.archive import MAX_BYTES, pack
from model.runs.saved_runs import SavedRun, find_runs
from ui.runs import visitor_runs
from ui.training import run_summary as words
from ui.training import training_keys
from ui.widgets import headings, named_items, session
from ui.widgets.markdown import escape_markdown

MADE = Path(__file__).parents[2] / "runs"  # where the command line is told to put runs, beside the app


def show_box() -> None:
    """Draw the box for a file."""
    number = session.get(training_keys.N_LOADED, 0)
    st.file_uploader(
        "Load a run from a file", "zip", key=f"{training_keys.LOADED}_{number}", on_change=_load, args=(number,),
        max_upload_size=MAX_BYTES // 1_000_000,
    )  # fmt: skip


def show_made(known: dict[str, str]) -> None:
    """Draw the runs that the command line made and that are not among those known already."""
    made = [each for each in find_runs(MADE) if each.description.digest not in known]
    if made:
        headings.show_heading("Made on the command line", "for everybody here; add one to look at it")
    for each in made:
        what, button = st.columns([10, 4], gap="medium", vertical_alignment="center")
        with what:
            named_items.show_item(each.name, [words.in_short(each.description), words.corpus(each.description)])
        with button, st.container(horizontal=True, horizontal_alignment="right"):
            st.button(
                "Add to my runs", key=f"{training_keys.RUN_}add_{each.description.digest}", on_click=_add, args=(each,)
            )


def show_said() -> None:
    """Say once what came of it."""
    said = session.get(training_keys.SAID)
    if said:
        st.warning(escape_markdown(said), icon=":material/info:")
        session.put(training_keys.SAID, "")


def _load(number: int) -> None:
    file = session.get(f"{training_keys.LOADED}_{number}")
    if file is not None:
        _take(file.getvalue, Path(file.name).stem)
        session.put(training_keys.N_LOADED, number + 1)


def _add(made: SavedRun) -> None:
    _take(lambda: pack(made.folder), made.name, is_trusted=True)


def _take(read: Callable[[], bytes], name: str, *, is_trusted: bool = False) -> None:
    try:
        visitor_runs.load(read(), name, is_trusted=is_trusted)
    except ValueError as error:
        session.put(training_keys.SAID, str(error))
    except OSError as error:
        session.put(training_keys.SAID, f"The run cannot be kept here ({error.strerror}).")
