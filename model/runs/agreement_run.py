"""The comparison of attribution methods with leaving words out, in the background."""

from collections.abc import Iterator, Sequence

from model.analysis.agreement_report import AgreementReport, measure_agreement
from model.runs.measurement_run import MeasurementRun
from model.runs.run_folder import RunFolder
from model.runs.trainer_lock import TrainerLock
from model.training.snapshot import Snapshot


class AgreementRun(MeasurementRun[AgreementReport]):
    """A measurement of how well each method predicts leaving out, for one snapshot; each step is a sentence.

    A report in the folder of the run is taken if it covers as many sentences.
    """

    name = "Agreement of attribution methods"

    def __init__(
        self,
        run_digest: str,
        snapshot: Snapshot,
        sentences: Sequence[Sequence[str]],
        folder: RunFolder,
        *,
        lock: TrainerLock | None = None,
    ) -> None:
        """Read the report in the folder, if there is one.

        Args:
            run_digest: digest of the training.
            snapshot: the weights to measure.
            sentences: as the model reads them, each with at least one word.
            folder: of the training.
            lock: held while measuring; the report of a process that held it before is taken instead.
        """
        self._sentences = sentences
        super().__init__(f"{run_digest}-{snapshot.step}-agreement", len(sentences), snapshot, folder, lock=lock)

    def _measure(self, snapshot: Snapshot) -> Iterator[AgreementReport]:
        return measure_agreement(snapshot.translator, self._sentences)

    def _load(self, snapshot: Snapshot) -> AgreementReport | None:
        report = self._folder.reports.load(AgreementReport, snapshot.step)
        return report if report.step == len(self._sentences) else None
