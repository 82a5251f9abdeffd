"""The newest snapshot and the status of a training whose process has ended, read from its folder."""

from contextlib import suppress
from dataclasses import dataclass

from model.runs.failure import FAILED_EARLIER
from model.runs.run_description import RunDescription
from model.runs.run_file import RunFolderDamagedError, RunFolderError
from model.runs.run_folder import RunFolder
from model.runs.run_state import Status
from model.runs.run_store import RunStore
from model.training.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class RestoredRun:
    """A training as its folder holds it.

    Attributes:
        snapshot: the newest one, None in an empty folder.
        status: ``TRAINING`` if the training was interrupted or has not begun.
        error: why the training failed, "" if it did not.
    """

    snapshot: Snapshot | None = None
    status: Status = Status.TRAINING
    error: str = ""


def restore_run(folder: RunFolder, store: RunStore, description: RunDescription) -> RestoredRun:
    """Read a training from its folder; what is damaged is set aside: a file, or else the whole folder.

    Args:
        folder: of the run.
        store: writes to it, and tells what was lost.
        description: settings and corpus of the run.

    Raises:
        RunFolderError: the system does not let the description or a snapshot be read.
    """
    try:
        found = store.read_description()
        if found is None:
            return RestoredRun()
        newest = _load_newest(folder, store, description)
        if newest is None and not folder.has_description:  # deleted meanwhile
            return restore_run(folder, store, description)
    except RunFolderDamagedError as error:
        store.set_aside(error)
        return RestoredRun()
    if newest and newest.step >= description.training.steps:
        if found.status is not Status.TRAINED:  # the process was killed before it could write this
            store.write_status(Status.TRAINED, creates=False)
        folder.delete_state()
        if not folder.has_corpus:
            store.write_corpus()
        return RestoredRun(newest, Status.TRAINED)
    with suppress(RunFolderError):  # a training that goes on says so
        store.state.load()  # tells if it is damaged
    if found.status in (Status.PAUSED, Status.STOPPED):
        return RestoredRun(newest, found.status)
    if found.status is Status.FAILED:
        return RestoredRun(newest, Status.FAILED, FAILED_EARLIER)
    return RestoredRun(newest)


def _load_newest(folder: RunFolder, store: RunStore, description: RunDescription) -> Snapshot | None:
    """Return the newest snapshot; set aside a damaged one, if the training can resume without it.

    Raises:
        RunFolderDamagedError: the newest snapshot is damaged, and no other one is valid or no state is.
        RunFolderError: the system does not let a snapshot or the state be read.
    """
    newest, errors = None, dict[int, RunFolderDamagedError]()
    for step in reversed(folder.steps):
        try:
            newest = _load_snapshot(folder, step, description)
            break
        except RunFolderDamagedError as error:
            if step not in folder.steps:  # deleted meanwhile, perhaps because there is a newer one
                return _load_newest(folder, store, description)
            errors[step] = error
    if errors and not (newest and _can_resume(folder, description, newest)):
        raise next(iter(errors.values()))
    for step, reason in errors.items():
        store.set_aside_snapshot(step, reason)
    return newest


def _load_snapshot(folder: RunFolder, step: int, description: RunDescription) -> Snapshot:
    snapshot = folder.load_snapshot(step)
    if snapshot.translator.model.config != description.model:
        raise RunFolderDamagedError(f"{folder.path.name} holds weights of another training.")
    return snapshot


def _can_resume(folder: RunFolder, description: RunDescription, newest: Snapshot) -> bool:
    try:
        state = folder.load_state()
    except RunFolderDamagedError:
        return False
    if state is None or state.step >= description.training.steps:
        return False
    return not state.explain_misfit(newest.translator.model)
