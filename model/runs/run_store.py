"""Storage of a training in its folder, which may be full, deleted meanwhile, or shared with other processes."""

from collections.abc import Callable
from contextlib import suppress

from model.corpus import Corpus
from model.corpus.tsv import TsvFile
from model.runs.kept_snapshots import KeptSnapshots
from model.runs.run_description import RunDescription
from model.runs.run_file import RunFolderDamagedError, RunFolderError, RunFolderGoneError
from model.runs.run_folder import RunFolder
from model.runs.run_state import Status
from model.runs.stored_status import StoredStatus
from model.training.evaluation import Evaluation
from model.training.training_state import TrainingState

_ATTEMPTS = 5  # to write a file into a folder that somebody deletes meanwhile


class RunStore:
    """Write to the folder of a run: rewrite lost files, and stop after the first failed write.

    Attributes:
        kept: the kept snapshots.
        status: the status in the folder.
        is_in_memory_only: True once the folder could not be written.
    """

    def __init__(
        self,
        folder: RunFolder,
        description: RunDescription,
        corpus: Corpus,
        *,
        keeps_corpus: bool,
        tell: Callable[[str], None],
        stop: Callable[[], None],
    ) -> None:
        """Start from what the folder holds.

        Args:
            folder: of one run alone.
            description: settings and corpus of the run.
            corpus: what it learns from.
            keeps_corpus: True if the pairs are kept in the folder.
            tell: called with a sentence when something was lost.
            stop: called when another process has deleted the run.
        """
        self._folder, self._description, self._corpus = folder, description, corpus
        self._keeps_corpus, self._tell, self._stop = keeps_corpus, tell, stop
        self.status = StoredStatus(folder)
        self._is_on_disk = False  # True once the folder holds a description
        self._state: TrainingState[Evaluation] | None = None  # to resume from, unless the folder holds it
        self.is_in_memory_only = False
        self.kept = self._open_snapshots()

    def write(self, write: Callable[[RunFolder], None]) -> None:
        """Write something to the folder; tell why if that is impossible."""
        if self.is_in_memory_only:
            return
        if self._folder.deletion_mark.is_set:  # by another process
            self._is_on_disk = False
            with suppress(RunFolderError):
                self._folder.delete()
            self._stop()
            return
        try:
            self._write_again_if_deleted(write)
        except RunFolderError as error:
            self.is_in_memory_only = True
            self._tell(f"The weights are in memory only: {error}")

    def write_corpus(self) -> None:
        """Write the pairs, if they are kept in the folder."""
        if self._keeps_corpus:
            self.write(lambda folder: folder.write_corpus(self._corpus))

    def keep_state(self, state: TrainingState[Evaluation]) -> None:
        """Keep the state of a training that goes on in memory, until it is written."""
        self._state = state

    def write_state(self) -> None:
        """Write the state that is kept, if there is one."""
        if (state := self._state) is not None:
            self.write(lambda folder: folder.save_state(state, self._description.training_digest))

    def load_state(self) -> TrainingState[Evaluation] | None:
        """Return the state to resume from; None if there is none, or it is damaged and set aside.

        Raises:
            RunFolderError: the system does not let it be read.
        """
        try:
            return self._state or self._folder.load_state()
        except RunFolderDamagedError as error:
            self._folder.set_aside_state()
            self._tell(f"The training state was set aside, so the training restarts instead of resuming: {error}")
            return None

    def release_state(self) -> None:
        """Free the memory of the state, if the folder holds it."""
        if not self.is_in_memory_only:
            self._state = None

    def delete_state(self) -> None:
        """Delete the state of a training that has ended."""
        self._state = None
        self._folder.delete_state()

    def write_status(self, status: Status, *, creates: bool) -> None:
        """Write the description with a status; without ``creates`` only if the folder exists."""
        with self.status.lock:
            if not creates and not self._folder.path.exists():
                return
            self.write(lambda folder: folder.write_description(self._description.with_status(status)))
            if not self.is_in_memory_only:
                self.status.known, self._is_on_disk = status, self._folder.has_description

    def read_description(self) -> RunDescription | None:
        """Read the description; None in an empty folder.

        Raises:
            RunFolderDamagedError: it is missing or damaged, or the folder is that of another training.
            RunFolderError: the system does not let it be read.
        """
        if not self._folder.steps and not self._folder.has_description:
            return None
        description = self._folder.read_description()
        self.status.known, self._is_on_disk = description.status, True
        if description.digest != self._description.digest:
            raise RunFolderDamagedError(f"{self._folder.path.name} holds another training.")
        return description

    def clear(self) -> None:
        """Delete the results of an earlier training, so that they do not mix with those of the next."""
        self._folder.clear()
        self._state = None
        self._is_on_disk = self.is_in_memory_only = False
        self.kept = self._open_snapshots()

    def set_aside(self, error: RunFolderError) -> None:
        """Rename the damaged folder, and tell so."""
        aside = self._folder.set_aside()
        self._is_on_disk = self._folder.has_description
        where = f"set aside as {aside.name}" if aside else "ignored"
        self._tell(f"Saved weights were {where}, and the training restarts: {error}")

    def _open_snapshots(self) -> KeptSnapshots:
        return KeptSnapshots(self._folder, self._description.training, self.write)

    def _write_again_if_deleted(self, write: Callable[[RunFolder], None], attempts: int = _ATTEMPTS) -> None:
        try:
            if self._is_on_disk and not self._folder.has_description:
                self._write_lost_files()
            write(self._folder)
        except RunFolderGoneError:  # deleted while it was written to
            if attempts == 1:
                raise
            self._write_again_if_deleted(write, attempts - 1)

    def _write_lost_files(self) -> None:
        """Write what is in memory again, after somebody has deleted the folder without deleting the run."""
        has_corpus = not (isinstance(self._corpus.train, TsvFile) and self._keeps_corpus)
        if self._keeps_corpus and has_corpus:
            self._folder.write_corpus(self._corpus)
        for snapshot in self.kept.loaded:
            self._folder.save_snapshot(snapshot)
        # Last: what has no description is lost, and written again.
        self._folder.write_description(self._description.with_status(self.status.known or Status.TRAINING))
        written = (
            "its corpus and weights were written again."
            if has_corpus
            else "its weights were written again, but its corpus is lost, so the run ends with this process."
        )
        self._tell(f"The folder of this run was deleted while it trained; {written}")
