"""A measurement waits for another process without keeping trainings from their turn, and is kept in the end."""

import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from model.runs.measurement_run import MeasurementRun
from model.runs.run_folder import RunFolder
from model.runs.run_state import Status
from model.runs.snapshot_reports import SnapshotReports
from model.runs.trainer_lock import TrainerLock
from model.runs.training_queue import QUEUE
from tests.paced_trainer import Small, wait_until


class _Counting(MeasurementRun[Any]):
    name = "Counting"
    may_measure = threading.Event()

    def _measure(self, snapshot: Any) -> Iterator[Any]:
        self.may_measure.wait(60)
        for step in range(1, self.state.steps + 1):
            yield SimpleNamespace(step=step)

    def _load(self, snapshot: Any) -> None:
        return None


@pytest.fixture(autouse=True)
def _begin_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Counting, "may_measure", threading.Event())


def test_a_training_goes_before_a_measurement_that_waits_for_another_process(small: Small, tmp_path: Path) -> None:
    here, elsewhere = (TrainerLock(tmp_path / "measurements") for _ in range(2))
    assert elsewhere.try_acquire("measures")
    measurement = _Counting("m", SimpleNamespace(step=40), range(3), RunFolder(tmp_path / "m"), lock=here)
    measurement.may_measure.set()
    measurement.start()
    wait_until(lambda: measurement.state.is_elsewhere)
    assert small().join(60).status is Status.TRAINED
    assert measurement.state.is_training
    elsewhere.release("measures")
    assert measurement.join(60).status is Status.TRAINED


def test_what_was_measured_is_kept_although_others_wait_for_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = []
    monkeypatch.setattr(SnapshotReports, "save", lambda _, step, report: saved.append((step, report.step)))
    first, second = (
        _Counting(name, SimpleNamespace(step=40), range(n_steps), RunFolder(tmp_path))
        for name, n_steps in (("a", 3), ("b", 6))
    )
    for measurement in (first, second):
        measurement.start()
        wait_until(lambda measurement=measurement: measurement in QUEUE.entries)
    _Counting.may_measure.set()
    for measurement in (first, second):
        assert measurement.join(60).status is Status.TRAINED
        wait_until(lambda measurement=measurement: not measurement.is_busy)
        assert measurement._snapshot is None, "it holds no model any more"
    assert saved == [(40, 3), (40, 6)]
