"""A measurement of one snapshot in the background, kept on disk with the run."""

import math
import time
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar, Generic

from model.runs.background_run import BackgroundRun
from model.runs.run_file import RunFolderError
from model.runs.run_folder import RunFolder
from model.runs.run_state import Status
from model.runs.snapshot_reports import ReportT
from model.runs.trainer_lock import TrainerLock
from model.runs.training_queue import QUEUE
from model.training.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class _Progress(Generic[ReportT]):
    """A report, as ``BackgroundRun`` publishes it."""

    report: ReportT
    seconds: float
    loss: float = math.nan

    @property
    def step(self) -> int:
        return self.report.step

    def snapshot(self) -> ReportT:
        return self.report


class MeasurementRun(BackgroundRun[ReportT]):
    """The measurement of one snapshot; it begins with ``start``, and goes to the end of the queue after each step.

    A report in the folder of the run is taken instead, if it fits.

    Attributes:
        name: what it measures, as the queue lists it.
    """

    name: ClassVar[str]

    def __init__(
        self,
        run_digest: str,
        snapshot: Snapshot,
        samples: Sequence[Any],
        folder: RunFolder,
        *,
        lock: TrainerLock | None = None,
    ) -> None:
        """Read the report in the folder, if there is one.

        Args:
            run_digest: digest of the training.
            snapshot: the weights to measure.
            samples: the gold pairs or sentences to measure on.
            folder: of the training.
            lock: held while measuring; the report of a process that held it before is taken instead.
        """
        self._samples = samples
        super().__init__(f"{run_digest}-{snapshot.step}-{self.name}", self._count_steps(snapshot), lock)
        self._snapshot: Snapshot | None = snapshot  # until it has been measured
        self._folder = folder
        self._publish(status=Status.STOPPED)
        self._follow()
        if self._snapshot is None:
            self._publish(status=Status.TRAINED)

    def _count_steps(self, snapshot: Snapshot) -> int:
        """Return the steps of a whole report: one for each sample, unless a subclass counts something else."""
        return len(self._samples)

    @abstractmethod
    def _measure(self, snapshot: Snapshot) -> Iterator[ReportT]:
        """Yield reports, the last one whole."""

    @abstractmethod
    def _load(self, snapshot: Snapshot) -> ReportT | None:
        """Return the report in the folder; None if it is about something else. Raises RunFolderError."""

    @property
    def _is_outdated(self) -> bool:
        return self._snapshot is None  # another process may have measured something else

    def _try_acquire(self) -> bool:
        is_acquired = super()._try_acquire()
        if not is_acquired:  # a training needs another lock
            self._let_others_go_first()
        return is_acquired

    def _follow(self) -> None:
        if self._snapshot is None:
            return
        with suppress(RunFolderError):
            if (report := self._load(self._snapshot)) is not None:
                self._publish(snapshot=report)
                self._snapshot = None

    def _train(self, before_step: Callable[[], None]) -> Iterator[_Progress[ReportT]]:
        before_step()
        snapshot, started = self._snapshot, time.monotonic()
        if snapshot is None:
            return
        report: ReportT | None = None
        for report in self._measure(snapshot):
            yield _Progress(report, time.monotonic() - started)
            if self._is_complete:  # a wait would end it before it is saved
                break
            self._let_others_go_first()
            before_step()
        if report is not None and self._folder.path.exists():
            with suppress(RunFolderError):  # the report is in memory, and can be measured again
                self._folder.reports.save(snapshot.step, report)
        self._snapshot = None

    def _let_others_go_first(self) -> None:
        """Go to the end of the queue if another run waits in it: trainings end first, measurements take turns."""
        if len(QUEUE.entries) > 1:
            self._release()
            QUEUE.go_last(self)
            self._publish(status=Status.WAITING, seconds_left=None)
