"""The run of a language model: its weights are one file, and an interrupted training restarts."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from model.corpus import Corpus
from model.inference.text_generator import TextGenerator
from model.runs.background_run import BackgroundRun
from model.runs.run_description import compute_run_digest
from model.runs.run_state import Status
from model.runs.trainer_lock import TrainerLock
from model.storage import delete_partial_files
from model.training.config import TrainingConfig
from model.training.language_checkpoint import load_language_checkpoint, save_language_checkpoint
from model.training.language_evaluation import LanguageEvaluation
from model.training.language_task import LanguageTask
from model.training.loop import Progress, Trainer, train
from model.training.snapshot import LanguageSnapshot
from model.training.tensor_file import CheckpointError
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
        self._task, self._config, self._trainer = LanguageTask(corpus, model_config), config, trainer
        delete_partial_files(folder)
        self._restore()
        if self.state.snapshot is None:
            self.start()

    def _restore(self) -> None:
        try:
            self._publish(snapshot=load_language_checkpoint(self.path), status=Status.TRAINED)
        except FileNotFoundError:
            return
        except CheckpointError as error:
            aside = self.path.with_suffix(".damaged")
            with suppress(OSError):
                os.replace(self.path, aside)
            self._add_notice(f"Damaged weights were set aside as {aside.name}; the training restarts: {error}.")

    def _follow(self) -> None:
        with suppress(FileNotFoundError, CheckpointError):  # not trained there yet, or damaged
            self._publish(snapshot=load_language_checkpoint(self.path))

    def _train(self, before_step: Callable[[], None]) -> Iterator[Progress[TextGenerator, LanguageEvaluation]]:
        yield from self._trainer(self._task, self._config, before_step=before_step)
        if self.state.snapshot is None:
            return
        try:
            save_language_checkpoint(self.state.snapshot, self.path)
        except OSError as error:
            folder = self.path.parent.name
            self._add_notice(f"The weights are in memory only: {folder} cannot be written ({error.strerror}).")
