"""The measurement of the importance of heads in the background."""

from collections.abc import Iterator, Sequence

from model.analysis.head_importance import ImportanceReport, list_heads, measure_importance
from model.corpus import Pair
from model.runs.measurement_run import MeasurementRun
from model.training.snapshot import Snapshot


class ImportanceRun(MeasurementRun[ImportanceReport]):
    """The importance of the heads of one snapshot; each step is a head.

    A report in the folder of the run is taken if it covers as many sentences and the same heads.
    """

    name = "Importance of heads"

    _samples: Sequence[Pair]  # at least one

    def _count_steps(self, snapshot: Snapshot) -> int:
        return len(list_heads(snapshot.translator.model.config))

    def _measure(self, snapshot: Snapshot) -> Iterator[ImportanceReport]:
        return measure_importance(snapshot.translator, self._samples)

    def _load(self, snapshot: Snapshot) -> ImportanceReport | None:
        report = self._folder.reports.load(ImportanceReport, snapshot.step)
        measured = [each.head for each in report.heads]
        heads = list_heads(snapshot.translator.model.config)
        return report if (measured, report.n_sentences) == (heads, len(self._samples)) else None
