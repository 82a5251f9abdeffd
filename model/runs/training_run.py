"""The run of a translator: trained in the background, with kept snapshots and a folder on disk."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

from model.corpus import Corpus
from model.inference.translator import Translator
from model.runs.background_run import BackgroundRun
from model.runs.restored_run import RestoredRun, restore_run
from model.runs.run_description import RunDescription
from model.runs.run_file import RunFolderDamagedError, RunFolderError
from model.runs.run_folder import RunFolder
from model.runs.run_state import Status
from model.runs.run_store import RunStore
from model.runs.trainer_lock import TrainerLock
from model.storage.atomic_file import delete_partial_files
from model.training.evaluation import Evaluation
from model.training.loop import Progress, Trainer, train
from model.training.snapshot import Snapshot
from model.training.translation_task import TranslationTask

_SECONDS_TO_STOP = 10.0  # for another process to look and end its step; they are lost if it trains another run
_SECONDS_BETWEEN_STATES = 1.0  # a killed process loses this much training time, and the time to the next report


class TrainingRun(BackgroundRun[Snapshot]):
    """The training of a translator in the background, resumed where an earlier process stopped.

    Attributes:
        corpus: what it learns from.
        description: settings and corpus of the run.
        folder: where it is kept.
    """

    def __init__(
        self,
        corpus: Corpus,
        description: RunDescription,
        folder: RunFolder,
        trainer: Trainer = train,
        *,
        lock: TrainerLock | None = None,
        keeps_corpus: bool = False,
    ) -> None:
        """Restore the run from its folder, and train unless it has ended, paused or stopped.

        Args:
            corpus: what to learn from.
            description: settings and corpus of the run.
            folder: of this run alone.
            trainer: replaces ``train``.
            lock: held while training, where other processes may train in the same folder.
            keeps_corpus: True to write the pairs of an uploaded corpus into the folder.
        """
        super().__init__(description.digest, description.training.steps, lock)
        self.corpus = corpus
        self.description = description
        self.folder = folder
        self._trainer = trainer
        self._is_restored = False  # True once the folder could be read
        self._describes = threading.Lock()  # the last description written has the last requested status
        self._store = RunStore(
            folder, description, corpus, keeps_corpus=keeps_corpus, tell=self._add_notice, stop=self._stop_later
        )
        self._restore()
        if self.state.is_training:
            self.start()

    @property
    def kept_steps(self) -> tuple[int, ...]:
        """The training steps whose snapshots are kept, or will be while it trains, in ascending order.

        The last one is the end, also where it is not reached.
        """
        state = self.state
        return self._store.kept.steps(state.snapshot, is_training=state.is_training) if state.snapshot else ()

    def load_snapshot(self, step: int | None) -> Snapshot | None:
        """Return the snapshot of a kept step; the newest for None and for a step that is not available."""
        newest = self.state.snapshot
        if step is None or newest is None or step >= newest.step or step not in self.kept_steps:
            return newest
        try:
            return self._store.kept.load(step)
        except RunFolderError as error:
            self._add_notice(f"The weights of step {step} cannot be shown: {error}")
            return newest

    def restart(self) -> None:
        """Train from the beginning."""
        with self._commands:
            if self.is_deleted:
                return
            is_elsewhere = (self.state.is_training or self._store.status.has_new_request) and self._is_locked_elsewhere
            self._end_now()
            if is_elsewhere:
                self._wait_for_other_process()
            self._store.clear()
            self._publish(snapshot=None, status=Status.STOPPED, loss=float("nan"), error="", notices=())
            self.start()

    def delete(self) -> None:
        """Stop the training and delete the run; it cannot be started again.

        Raises:
            RunFolderError: its folder cannot be deleted; the run stays.
        """
        with self._commands:
            self._end_now()
            self.folder.delete()
            self.is_deleted = True

    @property
    def is_overtaken(self) -> bool:
        """True if another process was asked to train this run, or has trained or deleted it, since it ended here."""
        if self._lock is None or self.is_busy:
            return False
        is_deleted = self.folder.deletion_mark.is_set and not self.folder.has_description
        return is_deleted or self._store.status.has_new_request

    def _wait_for_other_process(self) -> None:
        """Give it the time to notice that this run was stopped: it would train on, and what it writes be mixed up."""
        deadline = time.monotonic() + _SECONDS_TO_STOP
        while self._is_locked_elsewhere and time.monotonic() < deadline:
            time.sleep(0.1)

    def _restore(self) -> None:
        delete_partial_files(self.folder.path)
        try:
            restored = self._read_folder()
        except RunFolderError as error:
            self._publish(status=Status.FAILED, error=str(error))
            return
        self._publish(status=restored.status, error=restored.error)
        if restored.status in (Status.PAUSED, Status.STOPPED):
            self._requested = restored.status

    def _read_folder(self) -> RestoredRun:
        """Return what the folder holds, and publish its snapshot; raises ``RunFolderError``."""
        restored = restore_run(self.folder, self._store, self.description)
        self._is_restored = True
        if restored.snapshot:
            self._publish(snapshot=restored.snapshot, loss=restored.snapshot.learning_curve[-1].loss)
        return restored

    def _train(self, before_step: Callable[[], None]) -> Iterator[Progress[Translator, Evaluation]]:
        if self._lock is not None:
            if self._is_locked_elsewhere:
                if not self.folder.has_description:
                    self._describe_in_folder()  # other processes know the run, and one takes it over if this one dies
                self._wait_for_turn()
            self._publish_newest()  # of a process that has trained since this one opened the run
            self._adopt_request()
        if not self._is_restored:
            self._read_folder()
        if self._is_complete:
            return
        description, last_saved = self.description, time.monotonic()
        resume = self._store.state.load()
        if resume is None and self.state.snapshot is not None:
            self._store.clear()
        self._describe_in_folder()
        task = TranslationTask(self.corpus, description.model)
        try:
            reports = self._trainer(task, description.training, resume=resume, before_step=before_step)
            del resume  # it takes as much memory as the training itself
            for progress in reports:
                yield progress
                if progress.step in self._store.kept.plan(progress.learner):
                    self._keep_newest()
                self._store.state.in_memory = progress.state()
                if time.monotonic() - last_saved > _SECONDS_BETWEEN_STATES:
                    self._store.state.write()
                    last_saved = time.monotonic()
            self._write_description(creates=True)
            self._store.state.delete()
        finally:
            self._store_progress()
            self._store.release_state()

    def _follow(self) -> None:
        """Follow another process: publish its newest snapshot, and adopt its pause or stop."""
        self._store.give_way()
        self._adopt_request()
        is_gone = self.state.snapshot is not None and not self.folder.path.exists()
        if is_gone or self.folder.deletion_mark.is_set:
            self._requested = Status.STOPPED
        else:
            with suppress(RunFolderError):  # it is read again at the next look
                self._publish_newest()

    def _publish_newest(self) -> None:
        """Publish the newest snapshot in the folder, if it is newer; raises ``RunFolderError``."""
        newest, steps = self.state.snapshot, self.folder.steps
        if steps and (newest is None or steps[-1] > newest.step):
            try:
                snapshot = self.folder.load_snapshot(steps[-1])
            except RunFolderDamagedError:  # being deleted, or damaged; training says so
                return
            self._publish(snapshot=snapshot, loss=snapshot.learning_curve[-1].loss)

    def _adopt_request(self) -> bool:
        """Pause, stop or go on, if another process was asked to and has stored it; return True if so."""
        request = self._store.status.read_new_request()
        if request in (Status.PAUSED, Status.STOPPED):
            self._requested = request
        elif request is not None:  # trained, perhaps
            self._requested = Status.TRAINING
        return request is not None

    def _stop_later(self) -> None:
        self._requested = Status.STOPPED

    def _keep_newest(self) -> None:
        if self.state.snapshot is not None:
            self._store.kept.keep(self.state.snapshot)

    def _store_progress(self) -> None:
        self._store.outage.allow_attempt()
        self._keep_newest()
        self._store.state.write()

    def _store_request(self) -> None:
        if self._requested is Status.TRAINING:
            self.folder.deletion_mark.remove()
        self._write_description(creates=False)

    def _end(self, status: Status, error: str = "") -> None:
        try:
            if status is Status.FAILED:
                self._store.write_status(status, creates=False)
        finally:
            super()._end(status, error)

    def _describe_in_folder(self) -> None:
        self._store.write_corpus()
        self._write_description(creates=True)

    def _write_description(self, *, creates: bool) -> None:
        with self._describes:
            self._store.write_status(Status.TRAINED if self._is_complete else self._requested, creates=creates)
