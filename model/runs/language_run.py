"""The training of a language model; its weights are one file, and it begins again when it was interrupted."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from model.corpus import Corpus
from model.runs.background_run import BackgroundRun
from model.runs.run_description import compute_run_digest
from model.runs.run_state import Status
from model.training.tensor_file import CheckpointError
from model.training.config import TrainingConfig
from model.training.language_checkpoint import load_language_checkpoint, save_language_checkpoint
from model.training.language_loop import LanguageProgress, train_language
from model.training.snapshot import LanguageSnapshot
from model.transformer.config import LanguageConfig

LanguageTrainer = Callable[[Corpus, LanguageConfig, TrainingConfig, Callable[[], None]], Iterator[LanguageProgress]]


class LanguageRun(BackgroundRun[LanguageSnapshot]):
    """Trains a language model in the background, or loads what an earlier process trained."""

    def __init__(
        self,
        corpus: Corpus,
        model_config: LanguageConfig,
        config: TrainingConfig,
        folder: Path,
        trainer: LanguageTrainer = train_language,
    ) -> None:
        super().__init__(compute_run_digest(corpus.digest, model_config, config), config.steps)
        self.path = folder / f"{self.digest}.safetensors"
        self._corpus, self._model_config, self._config = corpus, model_config, config
        self._trainer = trainer
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
            self._note(f"Saved weights were set aside as {aside.name}, training again: {error}.")

    def _reports(self, before_step: Callable[[], None]) -> Iterator[LanguageProgress]:
        yield from self._trainer(self._corpus, self._model_config, self._config, before_step)
        if self.state.snapshot is None:
            return
        try:
            save_language_checkpoint(self.state.snapshot, self.path)
        except OSError as error:
            self._note(f"The weights live in memory only: {self.path.parent} cannot be written ({error.strerror}).")
