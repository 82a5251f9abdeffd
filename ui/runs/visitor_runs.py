"""The runs of this visitor: the default run and those in the visitor's run list."""

import shutil
from contextlib import suppress

import streamlit as st

from model.runs.archive import unpack
from model.runs.run_description import RunDescription
from model.runs.run_file import RunFolderError
from model.storage.cache_folders import cache_folder
from ui.runs.registry import get_registry, get_toy_corpus
from ui.runs.run_lists import MAX_RUNS, RunList, RunLists
from ui.runs.visitor import identify_visitor

_DEFAULT = "Default"
FROM_LINK = "From a link"
MAX_KEPT = 200  # runs of all visitors on disk, of some 64 MB each unless their model is large
_LIST_IS_FULL = f"You have {MAX_RUNS} runs, the most that one visitor can keep: delete one first."
_FREE_BYTES = 250_000_000  # an imported run takes 200 MB at most, most trained ones 64 MB
_DISK_IS_FULL = "The disk of this server is nearly full, so no run can be added: delete one first."
_NO_ROOM = f"This server keeps at most {MAX_KEPT} runs: try again when somebody has deleted one."


@st.cache_resource(show_spinner=False)
def get_run_lists() -> RunLists:
    """Return the run lists of all visitors."""
    return RunLists(cache_folder() / "visitors")


def read_run_list() -> RunList:
    """Return this visitor's run list."""
    return get_run_lists().read(identify_visitor())


def find_lack_of_room() -> str:
    """Return why no run can be added to this visitor's list, "" if there is room."""
    if read_run_list().is_full:
        return _LIST_IS_FULL
    if _measure_free_disk() < _FREE_BYTES:
        return _DISK_IS_FULL
    return _NO_ROOM if len(get_registry().digests) >= MAX_KEPT and get_registry().find_stale() is None else ""


def make_room() -> None:
    """Delete the run that nobody has opened for longest, if no more runs can be kept."""
    stale = get_registry().find_stale() if len(get_registry().digests) >= MAX_KEPT else None
    if stale is not None:
        with suppress(RunFolderError):  # what is written next says why
            get_registry().delete(stale)


def name_runs(*shown: str) -> dict[str, str]:
    """Return a name for each run to choose from by its digest, all different, the default run first.

    Args:
        *shown: digests of the runs that the page shows; a link may open those of other visitors.
    """
    default = get_registry().open_default().digest
    names = {default: _DEFAULT, **read_run_list().names}
    for digest in shown:
        names.setdefault(digest, FROM_LINK)
    ambiguous = [name for name in names.values() if list(names.values()).count(name) > 1]
    return {digest: f"{name} ({digest[:6]})" if name in ambiguous else name for digest, name in names.items()}


def rename_run(digest: str, name: str) -> None:
    """Rename a run in this visitor's list."""
    get_run_lists().change(
        identify_visitor(), lambda runs: runs.with_run(digest, name) if digest in runs.names else runs
    )


def remove_run(digest: str) -> str:
    """Remove a run from this visitor's list, and delete it if no other list has it.

    Returns:
        Why it cannot be deleted and stays in the list, "" if it is gone.
    """
    visitor = identify_visitor()
    is_default = digest == get_registry().open_default().digest
    if not is_default and not get_run_lists().is_listed(digest, except_visitor=visitor):
        try:
            get_registry().delete(digest)
        except RunFolderError as error:
            return f"The run is still there: {error}"
    get_run_lists().change(visitor, lambda runs: runs.without_run(digest))
    return ""


def take_list_problem() -> str:
    """Return once why this visitor's list is in memory only, "" if there is nothing to say."""
    return get_run_lists().take_problem(identify_visitor())


def import_run(data: bytes, name: str, *, is_trusted: bool = False) -> RunDescription:
    """Add the run of an archive to this visitor's list; see ``model.runs.archive.unpack``.

    Raises:
        ArchiveError: the file cannot be used; nothing has been changed.
        OSError: the folder of runs cannot be written.
        ValueError: there is no room for it.
    """
    if problem := find_lack_of_room():
        raise ValueError(problem)
    make_room()
    digests = get_registry().digests
    description = unpack(data, get_registry().path, [get_toy_corpus().digest], is_trusted=is_trusted)
    is_new = description.digest not in digests
    try:
        add_run(description.digest, name, is_started=is_new)
    except ValueError:
        if is_new:
            get_registry().delete(description.digest)
        raise
    return description


def add_run(digest: str, name: str, *, is_started: bool = False) -> None:
    """Add a run to this visitor's list, unless it is the default run or in the list.

    Args:
        digest: of the run.
        name: the visitor's name of it.
        is_started: True if this visitor started or imported it.

    Raises:
        ValueError: the list is full.
    """

    def add(runs: RunList) -> RunList:
        if digest in runs.names:
            return runs
        if runs.is_full:  # perhaps by another tab, after this one has looked
            raise ValueError(_LIST_IS_FULL)
        return runs.with_run(digest, name, is_started=is_started)

    if digest != get_registry().open_default().digest:
        get_run_lists().change(identify_visitor(), add)


def may_control(digest: str) -> bool:
    """Return True if this visitor may pause, stop and restart a run, having started it or being the only owner."""
    return digest in read_run_list().names and not is_of_another(digest)


def is_of_another(digest: str) -> bool:
    """Return True if only another visitor may control a run: this one did not start it, and another list has it."""
    is_started = digest in read_run_list().started
    return not is_started and get_run_lists().is_listed(digest, except_visitor=identify_visitor())


def _measure_free_disk() -> float:
    """Return the free bytes where runs are kept; infinite if they cannot be told."""
    path = get_registry().path
    with suppress(OSError):
        return shutil.disk_usage(next(each for each in (path, *path.parents) if each.exists())).free
    return float("inf")
