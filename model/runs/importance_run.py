"""The measurement of the importance of heads in the background, kept on disk with the run."""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from model.analysis.head_importance import ImportanceReport, list_heads, measure_importance
from model.corpus import Pair
from model.runs.background_run import BackgroundRun
from model.runs.run_folder import RunFolder, RunFolderError
from model.runs.run_state import Status
from model.runs.trainer_lock import TrainerLock
from model.training.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class _Progress:
    """A report, as ``BackgroundRun`` publishes it."""

    report: ImportanceReport
    seconds: float
    loss: float = math.nan

    @property
    def step(self) -> int:
        return self.report.step

    def snapshot(self) -> ImportanceReport:
        return self.report


class ImportanceRun(BackgroundRun[ImportanceReport]):
    """The measurement of one snapshot; it waits for its turn among the trainings, and begins with ``start``.

    A report in the folder of the run is taken instead, if it covers as many sentences and the same heads.
    """

    def __init__(
        self,
        run_digest: str,
        snapshot: Snapshot,
        pairs: Sequence[Pair],
        folder: RunFolder,
        *,
        lock: TrainerLock | None = None,
    ) -> None:
        """Read the report in the folder, if there is one.

        Args:
            run_digest: digest of the training.
            snapshot: the weights to measure.
            pairs: gold pairs, at least one.
            folder: of the training.
            lock: held while measuring; the report of a process that held it before is taken instead.
        """
        heads = list_heads(snapshot.translator.model.config)
        super().__init__(f"{run_digest}-{snapshot.step}", len(heads), lock)
        self._snapshot: Snapshot | None = snapshot  # until it has been measured
        self._pairs, self._folder = pairs, folder
        self._publish(status=Status.STOPPED)
        self._follow()
        if self._snapshot is None:
            self._publish(status=Status.TRAINED)

    def _follow(self) -> None:
        if self._snapshot is None:
            return
        with suppress(RunFolderError):
            report = self._folder.load_importance(self._snapshot.step)
            measured = [(each.kind, each.layer, each.head) for each in report.heads]
            heads = list_heads(self._snapshot.translator.model.config)
            if (measured, report.n_sentences) == (heads, len(self._pairs)):
                self._publish(snapshot=report)
                self._snapshot = None

    def _train(self, before_step: Callable[[], None]) -> Iterator[_Progress]:
        before_step()
        snapshot, started = self._snapshot, time.monotonic()
        if snapshot is None:
            return
        for report in measure_importance(snapshot.translator, self._pairs):
            yield _Progress(report, time.monotonic() - started)
            before_step()
        if self._folder.path.exists():
            with suppress(RunFolderError):  # the report is in memory, and can be measured again
                self._folder.save_importance(snapshot.step, report)
        self._snapshot = None
