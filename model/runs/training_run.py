"""The training of a translator: in the background, with a past one can go back to, and a place on disk."""

import threading
import time
from collections.abc import Callable, Iterator
from typing import Protocol

from model.corpus import Corpus
from model.runs.background_run import BackgroundRun
from model.runs.kept_snapshots import KeptSnapshots
from model.runs.run_description import RunDescription
from model.runs.run_folder import RunFolder, RunFolderError
from model.runs.run_state import Status
from model.training.config import TrainingConfig
from model.training.loop import Progress, train
from model.training.snapshot import Snapshot
from model.training.training_state import TrainingState
from model.transformer.config import ModelConfig

_SECONDS_BETWEEN_STATES = 1.0  # with the way to the next report, what a kill can cost


class Trainer(Protocol):
    """Trains a translator, as ``model.training.loop.train`` does."""

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
        brought: str = "",
    ) -> None:
        """Restore what the folder holds, and train where there is more to do.

        Args:
            corpus: what to learn from.
            model_config: sizes.
            config: how to train.
            folder: where the run is kept, alone.
            trainer: how to train, for tests.
            keeps_corpus: whether the pairs go into the folder, because nobody could make them again.
            brought: the digest of what a file brought, if it was not begun here.
        """
        self.facts = RunDescription.of(corpus, model_config, config, brought)
        super().__init__(self.facts.digest, config.steps)
        self.corpus = corpus
        self.folder = folder
        self._trainer = trainer
        self._keeps_corpus = keeps_corpus
        self._past = self._new_past()
        self._state: TrainingState | None = None  # what it takes to go on, while the folder does not hold it
        self._is_homeless = False  # whether the folder could not be written
        self._writes_facts = threading.Lock()
        self._restore()
        if self.state.is_training:
            self.start()

    @property
    def stations(self) -> tuple[int, ...]:
        """The training steps whose weights are kept, or will be, in ascending order; the last is the end."""
        newest = self.state.snapshot
        return self._past.stations(newest.translator) if newest else ()

    def at(self, step: int | None) -> Snapshot | None:
        """The weights of a kept training step; the newest for None and for a step that is not there, or not yet."""
        newest = self.state.snapshot
        if step is None or newest is None or step >= newest.step or step not in self.stations:
            return newest
        try:
            return self._past.at(step)
        except RunFolderError as error:
            self._note(f"The weights of step {step} were set aside: {error}")
            return newest

    def again(self) -> None:
        """Train from the beginning."""
        with self._presses:
            if self.is_over:
                return
            self._end_now()
            self._forget()
            self._is_homeless = False
            self._publish(snapshot=None, status=Status.STOPPED, loss=float("nan"), error="", notices=())
            self.start()

    def remove(self) -> None:
        """Stop, and delete all of it; whoever still holds this run cannot start it any more."""
        with self._presses:
            self._end_now()
            self.is_over = True
            self.folder.remove()

    def _restore(self) -> None:
        self.folder.tidy()
        try:
            facts = self.folder.facts() if self.folder.steps or self.folder.is_begun else None
            if facts is None:
                return
            if facts.digest != self.digest:
                raise RunFolderError(f"{self.folder.path} holds another training.")
            newest = self.folder.newest() if self.folder.steps else None
            if newest and newest.translator.model.config != self.facts.model:
                raise RunFolderError(f"{self.folder.path} holds weights of another training.")
        except RunFolderError as error:
            aside = self.folder.set_aside()
            where = f"set aside as {aside.name}" if aside else "of no use"
            self._note(f"Saved weights were {where}, training again: {error}")
            return
        if newest:
            self._publish(snapshot=newest, loss=newest.course[-1].loss)
        if newest and newest.step >= self.state.steps:
            self._publish(status=Status.TRAINED)
            if facts.status is not Status.TRAINED:  # killed between its last weights and this word
                self._write_facts(begins=False)
            self.folder.forget_state()
            return
        if facts.status in (Status.PAUSED, Status.STOPPED):
            self._wish = facts.status
            self._publish(status=facts.status)
        try:
            self.folder.load_state()
        except RunFolderError as error:
            self.folder.put_aside()
            self._note(f"What it takes to go on was set aside, so that going on is training anew: {error}")

    def _reports(self, before_step: Callable[[], None]) -> Iterator[Progress]:
        facts, saved = self.facts, time.monotonic()
        resume = self._saved_state()
        if resume is None and self.state.snapshot is not None:
            self._forget()
        self._write(lambda folder: folder.begin(self.corpus if self._keeps_corpus else None))
        self._write_facts(begins=True)
        try:
            for progress in self._trainer(self.corpus, facts.model, facts.training, resume, before_step):
                yield progress
                if progress.step in self._past.planned(progress.translator):
                    self._keep_newest()
                self._state = progress.state()
                if time.monotonic() - saved > _SECONDS_BETWEEN_STATES:
                    self._keep_state()
                    saved = time.monotonic()
            self._state = None
            self._write_facts(begins=True)
            self.folder.forget_state()
        finally:
            self._keep_newest()
            self._keep_state()
            if not self._is_homeless:
                self._state = None

    def _forget(self) -> None:
        """Give up what an earlier beginning has come to, so that none of it stands beside what is trained now."""
        self.folder.clear()
        self._past, self._state = self._new_past(), None

    def _new_past(self) -> KeptSnapshots:
        return KeptSnapshots(self.folder, self.facts.training, self._write)

    def _keep_newest(self) -> None:
        if self.state.snapshot is not None:
            self._past.keep(self.state.snapshot)

    def _saved_state(self) -> TrainingState | None:
        try:
            return self._state or self.folder.load_state()
        except RunFolderError as error:
            self.folder.put_aside()
            self._note(f"The training begins anew: {error}")
            return None

    def _keep_state(self) -> None:
        state = self._state
        if state is not None:
            self._write(lambda folder: folder.save_state(state, self.facts.training_digest))

    def _remember(self) -> None:
        self._write_facts(begins=False)

    def _write_facts(self, *, begins: bool) -> None:
        with self._writes_facts:  # so that what is written last is what was wanted last
            if not begins and not self.folder.path.exists():
                return
            newest = self.state.snapshot
            is_trained = newest is not None and newest.step >= self.state.steps
            facts = self.facts.doing(Status.TRAINED if is_trained else self._wish)
            self._write(lambda folder: folder.write_facts(facts))

    def _write(self, write: Callable[[RunFolder], None]) -> None:
        if self._is_homeless:
            return
        try:
            write(self.folder)
        except RunFolderError as error:
            self._is_homeless = True
            self._note(f"The weights live in memory only: {error}")
