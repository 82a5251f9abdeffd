"""The kept snapshots of a run: bounded in number and size, however long it trains and however often it is stopped."""

import threading
from collections.abc import Callable
from functools import lru_cache

import numpy as np

from model.inference.translator import Translator
from model.runs.run_file import RunFolderDamagedError
from model.runs.run_folder import RunFolder
from model.training.config import TrainingConfig
from model.training.snapshot import Snapshot

MAX_KEPT, MIN_KEPT = 32, 4  # snapshots of one training
MAX_BYTES = 64_000_000  # of all of them, unless they are fewer than MIN_KEPT

Write = Callable[[Callable[[RunFolder], None]], None]


class KeptSnapshots:
    """The snapshots of steps planned in advance, and the newest one of a training that was stopped."""

    def __init__(self, folder: RunFolder, config: TrainingConfig, write: Write) -> None:
        """Start from the snapshots in the folder.

        Args:
            folder: where snapshots are kept, besides in memory.
            config: how the run is trained.
            write: writes to the folder unless an earlier write has just failed.
        """
        self._folder, self._config, self._write = folder, config, write
        self._plan: tuple[int, ...] = ()
        self._lock = threading.Lock()  # of the next four, which others read while training changes them
        self._loaded: dict[int, Snapshot] = {}
        self._unreadable: set[int] = set()
        self._listed: tuple[int, ...] = ()  # steps in the folder when the newest snapshot was that of ``_listed_at``
        self._listed_at = -1

    def plan(self, translator: Translator) -> tuple[int, ...]:
        """Return the steps whose snapshots are kept when the training has ended; fewer for a larger model."""
        self._plan = self._plan or choose_kept_steps(self._config, count_kept(translator))  # asked for at every key
        return self._plan

    def steps(self, newest: Snapshot, *, is_training: bool) -> tuple[int, ...]:
        """Return the steps whose snapshots are kept, and the end even if it is not reached, in ascending order.

        Args:
            newest: the newest snapshot.
            is_training: True to count those that will be kept as well.
        """
        planned = [step for step in self.plan(newest.translator) if step >= newest.step]
        planned = planned if is_training else planned[-1:]
        with self._lock:
            if self._listed_at != newest.step:
                self._listed, self._listed_at = self._folder.steps, newest.step
            return tuple(sorted({*planned, *self._listed, *self._loaded} - self._unreadable))

    @property
    def loaded(self) -> tuple[Snapshot, ...]:
        """The snapshots in memory."""
        with self._lock:
            return tuple(self._loaded.values())

    def load(self, step: int) -> Snapshot:
        """Return the snapshot of a step.

        Raises:
            RunFolderDamagedError: its file is missing or damaged; it is set aside, and the step is no longer kept.
            RunFolderError: the system does not let its file be read; the step stays kept.
        """
        with self._lock:
            snapshot = self._loaded.get(step)
            if snapshot is None:
                try:
                    snapshot = self._folder.load_snapshot(step)
                except RunFolderDamagedError:
                    self._unreadable.add(step)
                    self._folder.set_aside_snapshot(step)
                    raise
                self._loaded[step] = snapshot
            return snapshot

    def keep(self, newest: Snapshot) -> None:
        """Keep the newest snapshot, and delete earlier ones that were kept only while they were the newest."""
        with self._lock:
            if newest.step in self._loaded:
                return
            self._loaded[newest.step] = newest
            self._unreadable.discard(newest.step)
        self._write(lambda folder: folder.save_snapshot(newest))  # which may ask for those that are loaded
        plan = self.plan(newest.translator)
        with self._lock:
            for step in {*self._loaded, *self._folder.steps}:
                if step < newest.step and step not in plan:
                    self._loaded.pop(step, None)
                    self._folder.delete_snapshot(step)
            self._listed_at = -1  # somebody may have listed the folder before this


def count_kept(translator: Translator) -> int:
    """Return how many snapshots of a model are kept."""
    n_bytes = sum(weight.numel() * weight.element_size() for weight in translator.model.parameters())
    return max(MIN_KEPT, min(MAX_KEPT, MAX_BYTES // n_bytes))


@lru_cache(maxsize=256)  # called often, with few different arguments
def choose_kept_steps(config: TrainingConfig, n_max: int = MAX_KEPT) -> tuple[int, ...]:
    """Return at most ``n_max`` steps of reports: the first and the last, dense early, sparser later."""
    reports = sorted({0, *config.report_at})
    if len(reports) <= n_max:
        return tuple(reports)
    targets = np.geomspace(1, config.steps + 1, n_max) - 1
    return tuple(sorted({min(reports, key=lambda step: abs(step - target)) for target in targets}))
