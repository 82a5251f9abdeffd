"""What can be done with one run: look at it, name it, take it along as a file, delete it."""

import re
from functools import partial

import streamlit as st

from model.runs.archive import pack
from ui.runs import cache, run_choice, visitor_runs
from ui.runs.visitor_files import MAX_NAME
from ui.training import training_keys
from ui.widgets import session


def show(digest: str, name: str, *, is_looked_at: bool, is_own: bool, can_be_packed: bool) -> None:
    """Draw the buttons.

    Args:
        digest: names the run.
        name: what its owner calls it.
        is_looked_at: whether the pages show it.
        is_own: whether it is this visitor's, to be named and deleted.
        can_be_packed: whether there is something to take along, and not too much.
    """
    look = "On show" if is_looked_at else "Look at it"
    if st.button(look, key=f"{training_keys.RUN_}look_{digest}", disabled=is_looked_at):
        _look_at(digest)
    with st.container(key=f"{training_keys.RUN_}icons_{digest}", horizontal=True, gap="small", width="content"):
        if not is_own and digest != cache.runs().open_default().digest:
            st.button("Keep", key=f"{training_keys.RUN_}keep_{digest}", icon=":material/bookmark_add:", type="tertiary",
                      on_click=_keep, args=(digest,), help="Puts it among your own runs.")  # fmt: skip
        if is_own:
            with st.popover("Rename", icon=":material/edit:", type="tertiary"):
                _rename(digest, name)
        st.download_button(
            "Download", partial(pack, cache.runs().folder(digest)), f"{_file_name(name)}.zip", "application/zip",
            key=f"{training_keys.RUN_}save_{digest}", icon=":material/download:", type="tertiary", on_click="ignore",
            disabled=not can_be_packed, help="The whole run as one file; it can be loaded here or elsewhere.",
        )  # fmt: skip
        if is_own:
            with st.popover("Delete", icon=":material/delete:", type="tertiary"):
                st.write("Its weights are gone for good then, unless another visitor has this run too.")
                if st.button("Delete this run", key=f"{training_keys.RUN_}delete_{digest}", type="primary"):
                    _delete(digest, is_looked_at=is_looked_at)


def _look_at(digest: str) -> None:
    run = cache.runs().open_run(digest)
    if run is None:
        session.put(training_keys.SAID, "This run cannot be opened: its files are damaged, or gone.")
    else:
        run_choice.choose(run)
    st.rerun()


def _keep(digest: str) -> None:
    try:
        visitor_runs.keep(digest, "From a link")
    except ValueError as error:
        session.put(training_keys.SAID, str(error))


def _rename(digest: str, name: str) -> None:
    key = f"{training_keys.RUN_}name_{digest}"
    st.text_input("Name", name, MAX_NAME, key=key, on_change=_renamed, args=(digest, key), autocomplete="off")


def _renamed(digest: str, key: str) -> None:
    visitor_runs.rename(digest, session.get(key) or "")
    session.put(key, visitor_runs.mine().names.get(digest, ""))


def _delete(digest: str, *, is_looked_at: bool) -> None:
    if is_looked_at:
        run_choice.choose(cache.runs().open_default())
    visitor_runs.delete(digest)
    st.rerun()


def _file_name(name: str) -> str:
    """A name that every file system takes."""
    return re.sub(r"[^\w-]+", "-", name).strip("-") or "run"
