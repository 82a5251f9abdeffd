"""A training that goes on in the background, and what it has published so far."""

import hashlib
import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import torch

from model.checkpoint import FORMAT, CheckpointError, load_checkpoint, save_checkpoint
from model.config import LanguageConfig, ModelConfig, TrainingConfig
from model.corpus import Corpus
from model.language_checkpoint import load_language_checkpoint, save_language_checkpoint
from model.language_training import LanguageProgress, LanguageSnapshot, train_language
from model.snapshot import Snapshot
from model.training import Progress, train

_STEPS_BEFORE_A_GUESS = 20  # the first steps are slower than the rest
_TURN = threading.Lock()  # who trains: one at a time in this process, for two at once take longer than one by one


class Published(Protocol):
    """Immutable weights at one training step."""

    @property
    def step(self) -> int:
        """Optimizer steps taken."""


SnapshotT = TypeVar("SnapshotT", bound=Published)
SnapshotT_co = TypeVar("SnapshotT_co", bound=Published, covariant=True)


class Report(Protocol[SnapshotT_co]):
    """What a trainer yields: where it stands, and the weights to publish."""

    @property
    def step(self) -> int:
        """Optimizer steps taken."""

    @property
    def loss(self) -> float:
        """Mean training loss since the last report."""

    @property
    def seconds(self) -> float:
        """Time spent so far."""

    def snapshot(self) -> SnapshotT_co:
        """The weights as they are now."""


Trainer = Callable[[Corpus, ModelConfig, TrainingConfig], Iterator[Progress]]
LanguageTrainer = Callable[[Corpus, LanguageConfig, TrainingConfig], Iterator[LanguageProgress]]


@dataclass(frozen=True, slots=True)
class RunState(Generic[SnapshotT]):
    """What a run has to show at one moment; an immutable value, replaced as a whole.

    Attributes:
        snapshot: the newest weights, None until the first are there.
        steps: how many steps the whole training takes.
        loss: mean training loss of the last report, in nats per token.
        seconds_left: until the last step, None when not known.
        is_training: whether more is to come.
        is_waiting: whether another training is to end first.
        error: why the training failed, "" if it did not.
        notices: what a visitor should know, one line each: a cache file set aside, a folder that cannot be written.
    """

    snapshot: SnapshotT | None
    steps: int
    loss: float = float("nan")
    seconds_left: float | None = None
    is_training: bool = True
    is_waiting: bool = False
    error: str = ""
    notices: tuple[str, ...] = ()


class BackgroundRun(Generic[SnapshotT]):
    """Trains in a thread of its own, or loads what an earlier process trained.

    Readers take ``state``, a value; they never wait and never see a half-written one.
    """

    def __init__(
        self,
        corpus: Corpus,
        model_config: ModelConfig,
        config: TrainingConfig,
        folder: Path,
        trainer: Callable[[], Iterator[Report[SnapshotT]]],
        *,
        load: Callable[[Path], SnapshotT],
        save: Callable[[SnapshotT, Path], None],
    ) -> None:
        self.corpus = corpus
        self.model_config = model_config
        self.config = config
        self._load, self._save_snapshot = load, save
        self.digest = run_digest(corpus, model_config, config)
        self.path = folder / f"{self.digest}.safetensors"
        self._trainer = trainer
        self._changed = threading.Condition()
        self.state: RunState[SnapshotT] = RunState(None, config.steps)
        # One thread for each piece of work: tensors this small gain nothing from more, and waiting for a second
        # core that another visitor or the training is using costs a translation up to fifty times its own time.
        torch.set_num_threads(1)
        self._restore()
        if self.state.snapshot is None:
            self.start()

    def start(self) -> None:
        """Train from the beginning; used again after a failure."""
        self._publish(snapshot=None, seconds_left=None, is_training=True, error="")
        threading.Thread(target=self._train, name="training", daemon=True).start()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until there are weights to use, or a reason why not; returns whether there are weights."""
        with self._changed:
            self._changed.wait_for(lambda: self.state.snapshot or self.state.error, timeout)
        return self.state.snapshot is not None

    def join(self, timeout: float | None = None) -> RunState[SnapshotT]:
        """Wait until the training has ended."""
        with self._changed:
            self._changed.wait_for(lambda: not self.state.is_training, timeout)
        return self.state

    def _publish(self, **changes: Any) -> None:
        with self._changed:
            self.state = replace(self.state, **changes)
            self._changed.notify_all()

    def _restore(self) -> None:
        try:
            snapshot = self._load(self.path)
        except FileNotFoundError:
            return
        except CheckpointError as error:
            aside = self.path.with_suffix(".damaged")
            with suppress(OSError):
                os.replace(self.path, aside)
            self._note(f"Saved weights were set aside as {aside.name}, training again: {error}.")
            return
        self._publish(snapshot=snapshot, is_training=False)

    def _train(self) -> None:
        _leave_room_for_pages()
        try:
            began = 0.0
            with ExitStack() as turn:
                for progress in self._trainer():
                    self._publish(
                        snapshot=progress.snapshot(),
                        loss=progress.loss,
                        seconds_left=self._seconds_left(progress, began),
                    )
                    if progress.step == 0:  # weights to look at are there: the work can wait for its turn
                        began = progress.seconds + self._wait_for_turn(turn)
        except Exception as error:  # the end of a thread: whatever the reason, somebody must see it
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            self._publish(is_training=False, is_waiting=False, error=reason)
            return
        self._save()
        self._publish(is_training=False, seconds_left=0.0)

    def _wait_for_turn(self, turn: ExitStack) -> float:
        """Be the only one that trains from here on; returns the seconds that this took."""
        start = time.perf_counter()
        if not _TURN.acquire(blocking=False):
            self._publish(is_waiting=True)
            _TURN.acquire()
            self._publish(is_waiting=False)
        turn.callback(_TURN.release)
        return time.perf_counter() - start

    def _seconds_left(self, progress: Report[SnapshotT], began: float) -> float | None:
        if progress.step < _STEPS_BEFORE_A_GUESS:
            return None
        return (progress.seconds - began) / progress.step * (self.config.steps - progress.step)

    def _save(self) -> None:
        if self.state.snapshot is None:
            return
        try:
            self._save_snapshot(self.state.snapshot, self.path)
        except OSError as error:
            self._note(f"The weights live in memory only: {self.path.parent} cannot be written ({error.strerror}).")

    def _note(self, notice: str) -> None:
        self._publish(notices=(*self.state.notices, notice))


class TrainingRun(BackgroundRun[Snapshot]):
    """The training of the translator."""

    def __init__(
        self,
        corpus: Corpus,
        model_config: ModelConfig,
        config: TrainingConfig,
        folder: Path,
        trainer: Trainer = train,
    ) -> None:
        work = partial(trainer, corpus, model_config, config)
        super().__init__(corpus, model_config, config, folder, work, load=load_checkpoint, save=save_checkpoint)


class LanguageRun(BackgroundRun[LanguageSnapshot]):
    """The training of a language model."""

    def __init__(
        self,
        corpus: Corpus,
        model_config: LanguageConfig,
        config: TrainingConfig,
        folder: Path,
        trainer: LanguageTrainer = train_language,
    ) -> None:
        work = partial(trainer, corpus, model_config, config)
        super().__init__(
            corpus, model_config, config, folder, work, load=load_language_checkpoint, save=save_language_checkpoint
        )


def run_digest(corpus: Corpus, model_config: ModelConfig, config: TrainingConfig) -> str:
    """Names a training by all that decides its result."""
    parts = [FORMAT, corpus.digest, asdict(model_config), asdict(config)]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]


def _leave_room_for_pages() -> None:
    """Let the system prefer the threads that serve pages to this one, where it can (Linux)."""
    if hasattr(os, "setpriority"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)
