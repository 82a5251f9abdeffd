"""The measurement of the importance of heads in the background."""

from collections.abc import Iterator, Sequence

from model.analysis.head_importance import ImportanceReport, list_heads, measure_importance
from model.corpus import Pair
from model.runs.measurement_run import MeasurementRun
from model.runs.run_folder import RunFolder
from model.runs.trainer_lock import TrainerLock
from model.training.snapshot import Snapshot


class ImportanceRun(MeasurementRun[ImportanceReport]):
    """The importance of the heads of one snapshot; each step is a head.

    A report in the folder of the run is taken if it covers as many sentences and the same heads.
    """

    name = "Importance of heads"

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
        self._pairs = pairs
        n_heads = len(list_heads(snapshot.translator.model.config))
        super().__init__(f"{run_digest}-{snapshot.step}-importance", n_heads, snapshot, folder, lock=lock)

    def _measure(self, snapshot: Snapshot) -> Iterator[ImportanceReport]:
        return measure_importance(snapshot.translator, self._pairs)

    def _load(self, snapshot: Snapshot) -> ImportanceReport | None:
        report = self._folder.reports.load(ImportanceReport, snapshot.step)
        measured = [each.head for each in report.heads]
        heads = list_heads(snapshot.translator.model.config)
        return report if (measured, report.n_sentences) == (heads, len(self._pairs)) else None
