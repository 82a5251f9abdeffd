"""The comparison of attribution methods with leaving words out, in the background."""

from collections.abc import Iterator, Sequence

from model.analysis.agreement_report import AgreementReport, measure_agreement
from model.runs.measurement_run import MeasurementRun
from model.training.snapshot import Snapshot


class AgreementRun(MeasurementRun[AgreementReport]):
    """A measurement of how well each method predicts leaving out, for one snapshot; each step is a sentence.

    A report in the folder of the run is taken if it covers as many sentences.
    """

    name = "Agreement of attribution methods"

    _samples: Sequence[Sequence[str]]  # as the model reads them, each with at least one word

    def _measure(self, snapshot: Snapshot) -> Iterator[AgreementReport]:
        return measure_agreement(snapshot.translator, self._samples)

    def _load(self, snapshot: Snapshot) -> AgreementReport | None:
        report = self._folder.reports.load(AgreementReport, snapshot.step)
        return report if report.step == len(self._samples) else None
