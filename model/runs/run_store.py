"""Storage of a training in its folder, which may be full, deleted meanwhile, or shared with other processes."""

import threading
from collections.abc import Callable
from contextlib import suppress

from model.corpus import Corpus
from model.corpus.tsv import TsvFile
from model.runs.kept_snapshots import KeptSnapshots
from model.runs.kept_state import KeptState
from model.runs.run_description import RunDescription
from model.runs.run_file import RunFileMissingError, RunFolderDamagedError, RunFolderError, RunFolderGoneError
from model.runs.run_folder import RunFolder
from model.runs.run_state import Status
from model.runs.stored_status import StoredStatus
from model.runs.write_outage import Tell, WriteOutage

_ATTEMPTS = 5  # to write or read a file of a folder that somebody deletes meanwhile
_ALL_WRITTEN = "its corpus and weights were written again."
_CORPUS_LOST = "its weights were written again, but its corpus is lost, so the run ends with this process."


class RunStore:
    """The folder of a run as its training writes it: lost files are written again, failed writes tried again later.

    Attributes:
        kept: the kept snapshots.
        state: the state to resume from.
        status: the status in the folder.
        outage: the time in which the folder cannot be written.
    """

    def __init__(
        self,
        folder: RunFolder,
        description: RunDescription,
        corpus: Corpus,
        *,
        keeps_corpus: bool,
        tell: Tell,
        stop: Callable[[], None],
    ) -> None:
        """Start from what the folder holds.

        Args:
            folder: of one run alone.
            description: settings and corpus of the run.
            corpus: what it learns from.
            keeps_corpus: True if the pairs are kept in the folder.
            tell: called with a sentence when something was lost, or saved again.
            stop: called when another process has deleted the run.
        """
        self._folder, self._description, self._corpus = folder, description, corpus
        self._keeps_corpus, self._tell, self._stop = keeps_corpus, tell, stop
        self.status = StoredStatus(folder)
        self._unwritten: Status | None = None  # the status that could not be written
        self.outage = WriteOutage(tell)
        self._writes = threading.Lock()  # one at a time: the outage ends when one succeeds
        self._is_on_disk = False  # True once the folder holds a description
        self.state = KeptState(folder, description, self.write, tell)
        self.kept = self._open_snapshots()

    def write(self, write: Callable[[RunFolder], None]) -> None:
        """Write something to the folder, and what could not be written before; tell why if that is impossible."""
        with self._writes:
            is_deleted = self._folder.deletion_mark.is_set  # by another process
            if not is_deleted and not self.outage.must_wait:
                try:
                    self._write_again_if_deleted(write)
                    self.outage.end()
                except RunFolderError as error:
                    is_deleted = self._folder.deletion_mark.is_set
                    if not is_deleted:
                        self.outage.begin(error)
            if is_deleted:
                self._delete_folder()
                self._stop()

    def write_corpus(self) -> None:
        """Write the pairs, if they are kept in the folder."""
        if self._keeps_corpus:
            self.write(lambda folder: folder.write_corpus(self._corpus))

    def release_state(self) -> None:
        """Free the memory of the state, if the folder holds it."""
        if not self.outage.goes_on:
            self.state.in_memory = None

    def give_way(self) -> None:
        """Forget what could not be written: another process trains, and the folder holds what is later."""
        self.state.in_memory = self._unwritten = None

    def write_status(self, status: Status, *, creates: bool) -> None:
        """Write the description with a status; without ``creates`` only if the folder exists, or could not be made."""
        with self.status.lock:
            if not (creates or self.outage.goes_on or self._folder.path.exists()):
                return
            self._unwritten = status
            self.outage.allow_attempt()
            self.write(lambda folder: folder.write_description(self._description.with_status(status)))
            if not self.outage.goes_on:
                self.status.known, self._unwritten = status, None
                self._is_on_disk = self._folder.has_description

    def read_description(self, attempts: int = _ATTEMPTS) -> RunDescription | None:
        """Read the description; None in an empty folder.

        Raises:
            RunFolderDamagedError: it is missing or damaged, or the folder is that of another training.
            RunFolderError: the system does not let it be read.
        """
        try:
            description = self._folder.read_description()
        except RunFileMissingError:
            if not self._folder.steps:
                self._is_on_disk = False
                return None
            if self._folder.has_description and attempts > 1:  # it has just been written
                return self.read_description(attempts - 1)
            raise
        self.status.known, self._is_on_disk = description.status, True
        if description.digest != self._description.digest:
            raise RunFolderDamagedError(f"{self._folder.path.name} holds another training.")
        return description

    def clear(self) -> None:
        """Delete the results of an earlier training, so that they do not mix with those of the next."""
        self._folder.clear()
        self.state.in_memory = self._unwritten = None
        self._is_on_disk, self.outage = False, WriteOutage(self._tell)
        self.kept = self._open_snapshots()

    def set_aside(self, error: RunFolderError) -> None:
        """Rename the damaged folder, and tell so; delete what is left of a deleted run."""
        if self._folder.deletion_mark.is_set:
            self._delete_folder()
            return
        aside = self._folder.set_aside()
        self._is_on_disk = self._folder.has_description
        where = f"set aside as {aside.name}" if aside else "ignored"
        self._tell(f"Saved weights were {where}, and the training restarts: {error}")

    def set_aside_snapshot(self, step: int, error: RunFolderError) -> None:
        """Rename the damaged snapshot of a step of a training that has a valid state, and tell so."""
        self._folder.set_aside_snapshot(step)
        self._tell(f"The weights of step {step} were set aside; the training can resume from its saved state: {error}")

    def _delete_folder(self) -> None:
        self._is_on_disk = False
        with suppress(RunFolderError):
            self._folder.delete()

    def _open_snapshots(self) -> KeptSnapshots:
        return KeptSnapshots(self._folder, self._description.training, self.write)

    def _write_again_if_deleted(self, write: Callable[[RunFolder], None], attempts: int = _ATTEMPTS) -> None:
        try:
            is_deleted = self._is_on_disk and not self._folder.has_description
            if is_deleted or self.outage.goes_on:
                written = self._write_lost_files()
                if is_deleted:
                    self._tell(f"The folder of this run was deleted while it trained; {written}")
            write(self._folder)
        except RunFolderGoneError:  # deleted while it was written to
            if attempts == 1 or self._folder.deletion_mark.is_set:
                raise
            self._write_again_if_deleted(write, attempts - 1)

    def _write_lost_files(self) -> str:
        """Write what is in memory and not in the folder; return a clause that says so."""
        has_corpus = not (isinstance(self._corpus.train, TsvFile) and self._keeps_corpus)
        if self._keeps_corpus and has_corpus and not self._folder.has_corpus:
            self._folder.write_corpus(self._corpus)
        on_disk = self._folder.steps
        for snapshot in self.kept.loaded:
            if snapshot.step not in on_disk:
                self._folder.save_snapshot(snapshot)
        state = self.state.in_memory
        if state is not None and state.step >= max(on_disk, default=0):
            self._folder.save_state(state, self._description.training_digest)
        # Last: what has no description is lost, and written again.
        if self._unwritten is not None or not self._folder.has_description:
            status = self._unwritten or self.status.known or Status.TRAINING
            self._folder.write_description(self._description.with_status(status))
            self.status.known, self._unwritten, self._is_on_disk = status, None, True
        return _ALL_WRITTEN if has_corpus else _CORPUS_LOST
