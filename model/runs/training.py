"""The training of a translator: in the background, with a past one can go back to, and a place on disk."""

import time
from collections.abc import Callable, Iterator
from typing import Protocol

from model.config import MAX_KEPT, ModelConfig, TrainingConfig
from model.corpus import Corpus
from model.resume import TrainingState
from model.runs.background import BackgroundRun
from model.runs.facts import RunFacts
from model.runs.folder import RunFolder, RunFolderError
from model.runs.state import Status
from model.snapshot import Snapshot
from model.training import Progress, train
from model.translator import Translator

MEMORY_OF_THE_PAST = 64_000_000  # bytes that the kept snapshots of one run may take
_FEWEST_KEPT = 4  # however big they are
_SECONDS_BETWEEN_STATES = 1.0  # what a kill can cost


class Trainer(Protocol):
    """Trains a translator, as ``model.training.train`` does."""

    def __call__(
        self,
        corpus: Corpus,
        model_config: ModelConfig,
        config: TrainingConfig,
        resume: TrainingState | None = None,
        before_step: Callable[[], None] = ...,
    ) -> Iterator[Progress]:
        """Yield at step 0 and at each of ``config.report_at``."""


class TrainingRun(BackgroundRun[Snapshot]):
    """Trains a translator in the background, from where an earlier process left it.

    Attributes:
        corpus: what it learns from.
        facts: what the run is.
        folder: where it is kept.
    """

    def __init__(
        self,
        corpus: Corpus,
        model_config: ModelConfig,
        config: TrainingConfig,
        folder: RunFolder,
        trainer: Trainer = train,
        *,
        keeps_corpus: bool = False,
    ) -> None:
        """Restore what the folder holds, and train where there is more to do.

        Args:
            corpus: what to learn from.
            model_config: sizes.
            config: how to train.
            folder: where the run is kept, alone.
            trainer: how to train, for tests.
            keeps_corpus: whether the pairs go into the folder, because nobody could make them again.
        """
        self.facts = RunFacts.of(corpus, model_config, config)
        super().__init__(self.facts.digest, config.steps)
        self.corpus = corpus
        self.folder = folder
        self._trainer = trainer
        self._keeps_corpus = keeps_corpus
        self._past: dict[int, Snapshot] = {}
        self._state: TrainingState | None = None
        self._is_homeless = False  # whether the folder could not be written
        self._restore()
        if self.state.is_training:
            self.start()

    @property
    def stations(self) -> tuple[int, ...]:
        """The training steps whose weights are kept, or will be, in ascending order; the last is the end."""
        newest = self.state.snapshot
        planned = self.facts.training.kept_at(_fitting(newest.translator)) if newest else ()
        return tuple(sorted({*planned, *self._past}))

    def at(self, step: int | None) -> Snapshot | None:
        """The weights of a kept training step; the newest for None and for a step that is not there, or not yet."""
        newest = self.state.snapshot
        if step is None or newest is None or step >= newest.step:
            return newest
        if step not in self._past:
            try:
                self._past[step] = self.folder.load(step)
            except RunFolderError:
                return newest
        return self._past[step]

    def start(self) -> None:
        """Train, or go on where the training was paused, stopped, interrupted or failed."""
        self._remember(Status.TRAINING)
        super().start()

    def pause(self) -> None:
        """Hold still after the step that is being taken, and let others train."""
        self._remember(Status.PAUSED)
        super().pause()

    def stop(self) -> None:
        """End after the step that is being taken; the last weights published are kept."""
        self._remember(Status.STOPPED)
        super().stop()

    def again(self) -> None:
        """Train from the beginning."""
        super().stop()
        self.join()
        self.folder.remove()
        self._past, self._state = {}, None
        self._publish(snapshot=None)
        self.start()

    def _restore(self) -> None:
        if not self.folder.steps:
            return
        try:
            status, newest = self.folder.facts().status, self.folder.newest()
            self._state = self.folder.load_state()
        except RunFolderError as error:
            aside = self.folder.set_aside()
            where = f" as {aside.name}" if aside else ""
            self._note(f"Saved weights were set aside{where}, training again: {error}")
            return
        if newest.step >= self.state.steps:
            status = Status.TRAINED
        elif status not in (Status.PAUSED, Status.STOPPED):
            status = Status.WAITING
        self._publish(snapshot=newest, loss=newest.course[-1].loss, status=status)

    def _reports(self, before_step: Callable[[], None]) -> Iterator[Progress]:
        facts, saved = self.facts, time.monotonic()
        self._write(lambda folder: folder.begin(facts, self.corpus if self._keeps_corpus else None))
        kept_at: tuple[int, ...] = ()
        try:
            for progress in self._trainer(self.corpus, facts.model, facts.training, self._state, before_step):
                yield progress
                kept_at = kept_at or facts.training.kept_at(_fitting(progress.translator))
                if progress.step in kept_at:
                    self._keep_newest()
                self._state = progress.state()
                if time.monotonic() - saved > _SECONDS_BETWEEN_STATES:
                    self._keep_state()
                    saved = time.monotonic()
            self._state = None
            self._remember(Status.TRAINED)
        finally:
            self._keep_newest()
            self._keep_state()

    def _keep_newest(self) -> None:
        newest = self.state.snapshot
        if newest is not None and newest.step not in self._past:
            self._past[newest.step] = newest
            self._write(lambda folder: folder.save(newest))

    def _keep_state(self) -> None:
        state = self._state
        self._write(lambda folder: folder.save_state(state) if state else folder.forget_state())

    def _remember(self, status: Status) -> None:
        """Write down what a visitor wants, for the next process."""
        if self.folder.path.exists():
            self._write(lambda folder: folder.write_facts(self.facts.doing(status)))

    def _write(self, write: Callable[[RunFolder], None]) -> None:
        if self._is_homeless:
            return
        try:
            write(self.folder)
        except RunFolderError as error:
            self._is_homeless = True
            self._note(f"The weights live in memory only: {error}")


def _fitting(translator: Translator) -> int:
    """How many snapshots of a model are kept in memory."""
    n_bytes = sum(weight.numel() * weight.element_size() for weight in translator.model.parameters())
    return max(_FEWEST_KEPT, min(MAX_KEPT, MEMORY_OF_THE_PAST // n_bytes))
