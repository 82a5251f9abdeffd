"""The registry of all runs of a process: each is opened once, whoever asks for it, and survives a restart."""

import re
import time
from pathlib import Path

from model.corpus import Corpus
from model.corpus.tsv import CorpusError
from model.runs.archive import delete_partial_imports
from model.runs.deletion_mark import delete_old_marks
from model.runs.open_runs import OpenRuns
from model.runs.run_description import RunDescription, compute_run_digest
from model.runs.run_file import RunFolderError
from model.runs.run_folder import RunFolder
from model.runs.run_state import Status
from model.runs.trainer_lock import TrainerLock
from model.runs.training_run import TrainingRun
from model.storage.folder_deletion import delete_renamed_folders
from model.training.config import TrainingConfig
from model.training.loop import Trainer, train
from model.transformer.config import ModelConfig

SECONDS_UNTIL_STALE = 30 * 86_400.0  # without being opened
_DEFAULT_MODEL, _DEFAULT_TRAINING = ModelConfig(), TrainingConfig()
_DIGEST = re.compile(r"[0-9a-f]{32}")


class RunRegistry:
    """The runs of a folder, each in a folder of its own that is named by its digest.

    Attributes:
        path: the folder.
        trainer_lock: held by the run that trains, of this process or of another one.
        measurement_lock: likewise by the run that measures, which keeps no other process from training.
    """

    def __init__(
        self,
        path: Path,
        toy: Corpus,
        model_config: ModelConfig = _DEFAULT_MODEL,
        config: TrainingConfig = _DEFAULT_TRAINING,
        trainer: Trainer = train,
    ) -> None:
        """Open a folder of runs.

        Args:
            path: the folder; it is made when the first run is written.
            toy: the corpus of the default run, which no run folder contains.
            model_config: sizes of the default run.
            config: training settings of the default run.
            trainer: replaces ``train`` in every run.
        """
        self.path = path
        self._toy = toy
        self._default = (model_config, config)
        self._trainer = trainer
        self._open_runs = OpenRuns()
        self.trainer_lock = TrainerLock(path)
        self.measurement_lock = TrainerLock(path.with_name("measurements"))

    def resume_interrupted(self) -> None:
        """Resume the trainings that an earlier process did not end."""
        delete_partial_imports(self.path)
        delete_old_marks(self.path)
        delete_renamed_folders(self.path)
        for digest in self.digests:
            description = self.describe(digest)
            if description is not None and description.status is Status.TRAINING:
                self.open_run(digest)

    @property
    def digests(self) -> tuple[str, ...]:
        """The digests of all runs on disk, in ascending order."""
        try:
            return tuple(sorted(entry.name for entry in self.path.iterdir() if _DIGEST.fullmatch(entry.name)))
        except OSError:
            return ()

    def folder(self, digest: str) -> RunFolder:
        """Return the folder of the run of that digest."""
        return RunFolder(self.path / digest)

    def open_default(self) -> TrainingRun:
        """Return the default run, on the toy corpus."""
        return self.create_run(self._toy, *self._default)

    def create_run(
        self, corpus: Corpus, model_config: ModelConfig, config: TrainingConfig, *, keeps_corpus: bool = False
    ) -> TrainingRun:
        """Return the run of these settings; the same arguments give the same run, trained once."""
        return self._open_run(corpus, RunDescription.of(corpus, model_config, config), keeps_corpus=keeps_corpus)

    def open_run(self, digest: str) -> TrainingRun | None:
        """Return the run of that digest, restored from its folder if need be; None if there is none."""
        if run := self.get_open_run(digest):
            return run
        description = self.describe(digest)
        if description is None:
            return None
        try:
            is_toy = description.corpus_digest == self._toy.digest
            corpus = self._toy if is_toy else self.folder(digest).read_corpus()
            if corpus.digest != description.corpus_digest:
                return None
        except (RunFolderError, CorpusError, OSError):  # the digest of a corpus in a file reads the file
            return None
        # In a file, the name of the toy corpus and its numbers of pairs are untrusted.
        description = RunDescription.of(corpus, description.model, description.training, description.imported)
        return self._open_run(corpus, description, keeps_corpus=not is_toy)

    def get_open_run(self, digest: str) -> TrainingRun | None:
        """Return the run of that digest if it is in memory, as new as on disk."""
        return self._open_runs.get(digest)

    def describe(self, digest: str) -> RunDescription | None:
        """Return the description of a run without opening it; None if there is no valid one."""
        run = self._open_runs.find_current(digest)
        if run is not None:
            return run.description.with_status(run.state.status)
        if not _DIGEST.fullmatch(digest):
            return None
        try:
            description = self.folder(digest).read_description()
        except RunFolderError:
            return None
        return description if description.digest == digest else None

    def delete(self, digest: str) -> None:
        """Stop a run and delete it with its folder.

        Raises:
            RunFolderError: its folder cannot be deleted; the run stays.
        """
        run = self._open_runs.find(digest)
        if run is not None:
            run.delete()
            self._open_runs.forget(run)
        elif _DIGEST.fullmatch(digest):
            self.folder(digest).delete()

    def find_stale(self) -> str | None:
        """Return the run that has not been opened for longest, if it has ended and is stale; None if there is none.

        The default run and runs that are in memory are never stale.
        """
        kept = {compute_run_digest(self._toy.digest, *self._default), *self._open_runs.digests}
        ended = (Status.TRAINED, Status.STOPPED, Status.FAILED)
        for opened, digest in sorted((self.folder(each).last_opened, each) for each in self.digests):
            if opened > time.time() - SECONDS_UNTIL_STALE:
                return None
            description = None if digest in kept else self.describe(digest)
            if description is not None and description.status in ended:
                return digest
        return None

    def _open_run(self, corpus: Corpus, description: RunDescription, *, keeps_corpus: bool) -> TrainingRun:
        def build() -> TrainingRun:
            folder, lock = self.folder(description.digest), self.trainer_lock
            return TrainingRun(corpus, description, folder, self._trainer, lock=lock, keeps_corpus=keeps_corpus)

        return self._open_runs.get_or_open(description.digest, build)
