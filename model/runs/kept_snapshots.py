"""The kept weights of a run: what one can go back to, bounded however long it trains and often it is stopped."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from model.inference.translator import Translator
from model.runs.run_folder import RunFolder, RunFolderError
from model.training.config import TrainingConfig
from model.training.snapshot import Snapshot

MAX_KEPT = 32  # snapshots of one training
MEMORY_OF_THE_PAST = 64_000_000  # bytes that they may take
FEWEST_KEPT = 4  # whatever their size

Write = Callable[[Callable[[RunFolder], None]], None]


class Past:
    """Some of the reports of one training, chosen beforehand, and the newest weights where it was stopped."""

    def __init__(self, folder: RunFolder, config: TrainingConfig, write: Write) -> None:
        """Begin with what the folder holds.

        Args:
            folder: where the weights are kept, besides in memory.
            config: how the run is trained.
            write: writes to the folder, or has given up writing there.
        """
        self._folder, self._config, self._write = folder, config, write
        self._held: dict[int, Snapshot] = {}
        self._lost: set[int] = set()

    def planned(self, translator: Translator) -> tuple[int, ...]:
        """The steps whose weights are kept in the end, fewer of a bigger model."""
        return kept_steps(self._config, fitting(translator))

    def stations(self, translator: Translator) -> tuple[int, ...]:
        """The steps one can go to, or will be able to, in ascending order."""
        return tuple(sorted({*self.planned(translator), *tuple(self._held)} - self._lost))

    def at(self, step: int) -> Snapshot:
        """The weights of a step.

        Raises:
            RunFolderError: they are not there, or cannot be used; they are set aside, and one cannot go there any more.
        """
        snapshot = self._held.get(step)
        if snapshot is None:
            try:
                snapshot = self._folder.load(step)
            except RunFolderError:
                self._lost.add(step)
                self._folder.put_aside(step)
                raise
            self._held[step] = snapshot
        return snapshot

    def keep(self, newest: Snapshot) -> None:
        """Keep the newest weights too, and give up earlier ones that were kept only while they were the newest."""
        if newest.step in self._held:
            return
        self._held[newest.step] = newest
        self._lost.discard(newest.step)
        self._write(lambda folder: folder.save(newest))
        planned = self.planned(newest.translator)
        for step in {*self._held, *self._folder.steps}:
            if step < newest.step and step not in planned:
                self._held.pop(step, None)
                self._folder.forget(step)


def fitting(translator: Translator) -> int:
    """How many snapshots of a model are kept."""
    n_bytes = sum(weight.numel() * weight.element_size() for weight in translator.model.parameters())
    return max(FEWEST_KEPT, min(MAX_KEPT, MEMORY_OF_THE_PAST // n_bytes))


@lru_cache(maxsize=256)  # pages ask at every key
def kept_steps(config: TrainingConfig, most: int = MAX_KEPT) -> tuple[int, ...]:
    """The reports whose weights are kept, at most so many: the first and the last, dense early, thinner later."""
    reports = sorted({0, *config.report_at})
    if len(reports) <= most:
        return tuple(reports)
    places = np.geomspace(1, config.steps + 1, most) - 1
    return tuple(sorted({min(reports, key=lambda step: abs(step - place)) for place in places}))
