"""The buttons of a run in the list: show, add, rename, download, delete."""

import re
from functools import partial

import streamlit as st

from model.runs.archive import pack
from ui.runs import visitor_runs
from ui.runs.registry import get_registry
from ui.shell import page_choices
from ui.training import training_page_keys
from ui.widgets import session
from ui.widgets.download import show_download


def show_actions(digest: str, name: str, *, is_shown: bool, is_own: bool, obstacle: str) -> None:
    """Draw the buttons.

    Args:
        digest: of the run.
        name: for its file.
        is_shown: True if the pages show this run.
        is_own: True if it is in this visitor's list, to be renamed and deleted.
        obstacle: why it cannot be downloaded, "" if it can.
    """
    st.button(
        "Shown" if is_shown else "Show", key=f"{training_page_keys.RUN_}look_{digest}", disabled=is_shown,
        on_click=_show, args=(digest,),
    )  # fmt: skip
    with st.container(key=f"{training_page_keys.RUN_}icons_{digest}", horizontal=True, gap="small", width="content"):
        if not is_own and digest != get_registry().open_default().digest:
            st.button(
                "Add to my runs", key=f"{training_page_keys.RUN_}keep_{digest}", icon=":material/bookmark_add:",
                type="tertiary", on_click=_add, args=(digest,),
            )  # fmt: skip
        if is_own:
            popover = f"{training_page_keys.RUN_}rename_{digest}"
            with st.popover("Rename", key=popover, icon=":material/edit:", type="tertiary", on_change="rerun"):
                _ask_for_name(digest, popover)
        show_download(
            "Download", partial(pack, get_registry().folder(digest)), f"{_make_file_name(name)}.zip", "application/zip",
            key=f"{training_page_keys.RUN_}save_{digest}", type="tertiary", disabled=bool(obstacle),
            help=obstacle or "The run as one file; upload it here or elsewhere.",
        )  # fmt: skip
        if is_own:
            with st.popover("Delete", icon=":material/delete:", type="tertiary"):
                st.write("This deletes its weights, unless another visitor has the run too.")
                if st.button("Delete this run", key=f"{training_page_keys.RUN_}delete_{digest}", type="primary"):
                    _delete(digest, is_shown=is_shown)


def _show(digest: str) -> None:
    run = get_registry().open_run(digest)
    if run is None:
        session.put(training_page_keys.MESSAGE, "This run cannot be opened: its files are damaged or missing.")
    else:
        page_choices.show_run(run)


def _add(digest: str) -> None:
    try:
        visitor_runs.add_run(digest, visitor_runs.FROM_LINK)
    except ValueError as error:
        session.put(training_page_keys.MESSAGE, str(error))


def _ask_for_name(digest: str, popover: str) -> None:
    name = visitor_runs.read_run_list().names.get(digest, "")
    key = f"{training_page_keys.RUN_}name_{digest}"
    st.text_input("Name", name, key=key, on_change=_rename, args=(digest, key, popover), autocomplete="off")


def _rename(digest: str, key: str, popover: str) -> None:
    visitor_runs.rename_run(digest, session.get(key) or "")
    session.put(key, visitor_runs.read_run_list().names.get(digest, ""))
    session.put(popover, False)  # closes it
    session.put(training_page_keys.IS_RENAMED, True)


def _delete(digest: str, *, is_shown: bool) -> None:
    problem = visitor_runs.remove_run(digest)
    if problem:
        session.put(training_page_keys.MESSAGE, problem)
    elif is_shown:
        page_choices.show_run(get_registry().open_default())
    st.rerun()


def _make_file_name(name: str) -> str:
    """Return a file name that is valid on every file system."""
    return re.sub(r"[^\w-]+", "-", name).strip("-") or "run"
