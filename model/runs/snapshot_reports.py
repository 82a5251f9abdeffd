"""The reports of measurements on the snapshots of a run: one JSON file for each kind of report and snapshot."""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from model.analysis.agreement_report import AgreementReport
from model.analysis.head_importance import ImportanceReport
from model.runs.run_file import RunFile
from model.storage.atomic_file import write_atomically

_NAMES: dict[type, str] = {ImportanceReport: "importance", AgreementReport: "agreement"}  # first part of file names

ReportT = TypeVar("ReportT", ImportanceReport, AgreementReport)


@dataclass(frozen=True, slots=True)
class SnapshotReports:
    """The reports in the folder of one run. To save, load or delete them raises ``RunFolderError`` where that fails."""

    path: Path

    def save(self, step: int, report: ImportanceReport | AgreementReport) -> None:
        """Write what was measured on the snapshot of a step."""
        self._file(type(report), step).write(lambda path: write_atomically(path, report.to_json()))

    def load(self, kind: type[ReportT], step: int) -> ReportT:
        """Read what was measured on the snapshot of a step."""
        return self._file(kind, step).read(lambda path: kind.from_json(path.read_bytes()))

    def delete(self, step: int) -> None:
        """Delete all that was measured on the snapshot of a step."""
        for kind in _NAMES:
            self._file(kind, step).delete()

    def _file(self, kind: type, step: int) -> RunFile:
        return RunFile(self.path / f"{_NAMES[kind]}-{step:07d}.json")
