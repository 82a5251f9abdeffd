"""The run of a language model: its weights are one file, and an interrupted training restarts."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from model.corpus import Corpus
from model.inference.text_generator import TextGenerator
from model.runs.background_run import BackgroundRun
from model.runs.run_description import compute_run_digest
from model.runs.run_file import RunFile, RunFolderDamagedError, RunFolderError
from model.runs.run_state import Status
from model.runs.trainer_lock import TrainerLock
from model.storage.atomic_file import delete_partial_files
from model.training.config import TrainingConfig
from model.training.language_checkpoint import load_language_checkpoint, save_language_checkpoint
from model.training.language_evaluation import LanguageEvaluation
from model.training.language_task import LanguageTask
from model.training.loop import Progress, Trainer, train
from model.training.snapshot import LanguageSnapshot
from model.transformer.config import LanguageConfig


class LanguageRun(BackgroundRun[LanguageSnapshot]):
    """The training of a language model in the background, or the weights that an earlier process trained."""

    def __init__(
        self,
        corpus: Corpus,
        model_config: LanguageConfig,
        config: TrainingConfig,
        folder: Path,
        trainer: Trainer = train,
        *,
        lock: TrainerLock | None = None,
    ) -> None:
        """Read the weights, or train them.

        Args:
            corpus: what to learn from.
            model_config: sizes.
            config: how to train.
            folder: where the weights are kept.
            trainer: replaces ``train``.
            lock: held while training; the weights of a process that held it before are taken instead.
        """
        super().__init__(compute_run_digest(corpus.digest, model_config, config), config.steps, lock)
        self.path = folder / f"{self.digest}.safetensors"
        self._file, self._is_restored = RunFile(self.path), False
        self._task, self._config, self._trainer = LanguageTask(corpus, model_config), config, trainer
        delete_partial_files(folder)
        try:
            self._restore()
        except RunFolderError as error:
            self._publish(status=Status.FAILED, error=str(error))
            return
        if self._is_complete:
            self._publish(status=Status.TRAINED)
        else:
            self.start()

    def _restore(self) -> None:
        """Publish the weights in the file, or set them aside if damaged; raises ``RunFolderError``."""
        try:
            if self._file.exists:
                self._publish(snapshot=self._file.read(load_language_checkpoint))
        except RunFolderDamagedError as error:
            self._file.set_aside()
            aside = self.path.with_suffix(".damaged").name
            self._add_notice(f"Damaged weights were set aside as {aside}; the training restarts: {error}")
        self._is_restored = True

    def _follow(self) -> None:
        with suppress(RunFolderError):  # not trained there yet, damaged, or unreadable now
            self._publish(snapshot=self._file.read(load_language_checkpoint))

    def _train(self, before_step: Callable[[], None]) -> Iterator[Progress[TextGenerator, LanguageEvaluation]]:
        if not self._is_restored:
            self._restore()
        if self._is_complete:
            return
        yield from self._trainer(self._task, self._config, before_step=before_step)
        snapshot = self.state.snapshot
        if snapshot is None:
            return
        try:
            self._file.write(lambda path: save_language_checkpoint(snapshot, path))
        except RunFolderError as error:
            self._add_notice(f"The weights are in memory only: {error}")
