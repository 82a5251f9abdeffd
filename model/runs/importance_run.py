"""The measurement of the importance of heads in the background, kept on disk with the run."""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from model.analysis.head_importance import ImportanceReport, measure_importance
from model.corpus import Pair
from model.runs.background_run import BackgroundRun
from model.runs.run_folder import RunFolder, RunFolderError
from model.runs.run_state import Status
from model.training.snapshot import Snapshot
from model.transformer.kind import Kind


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

    A report in the folder of the run is taken instead, unless it covers other sentences or another model.
    """

    def __init__(self, run_digest: str, snapshot: Snapshot, pairs: Sequence[Pair], folder: RunFolder) -> None:
        """Read the report in the folder, if there is one.

        Args:
            run_digest: digest of the training.
            snapshot: the weights to measure.
            pairs: gold pairs, at least one.
            folder: of the training.
        """
        config = snapshot.translator.model.config
        super().__init__(f"{run_digest}-{snapshot.step}", len(Kind) * config.n_layers * config.n_heads)
        self._snapshot, self._pairs, self._folder = snapshot, pairs, folder
        self._publish(status=Status.STOPPED)
        with suppress(RunFolderError):
            report = folder.load_importance(snapshot.step)
            if (report.step, report.n_sentences) == (self.state.steps, len(pairs)):
                self._publish(snapshot=report, status=Status.TRAINED)

    def _train(self, before_step: Callable[[], None]) -> Iterator[_Progress]:
        before_step()
        started = time.monotonic()
        for report in measure_importance(self._snapshot.translator, self._pairs):
            yield _Progress(report, time.monotonic() - started)
            before_step()
        if self.state.snapshot is not None and self._folder.path.exists():
            with suppress(RunFolderError):  # the report is in memory, and can be measured again
                self._folder.save_importance(self._snapshot.step, self.state.snapshot)
