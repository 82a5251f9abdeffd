"""A measurement waits for another process without keeping the trainings of its own from their turn."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from model.runs.measurement_run import MeasurementRun
from model.runs.run_folder import RunFolder
from model.runs.run_state import Status
from model.runs.trainer_lock import TrainerLock
from tests.paced_trainer import Small, wait_until


class _Counting(MeasurementRun[Any]):
    def _measure(self, snapshot: Any) -> Iterator[Any]:
        for step in range(1, 4):
            yield SimpleNamespace(step=step)

    def _load(self, snapshot: Any) -> None:
        return None

    def _save(self, step: int, report: Any) -> None: ...


def test_a_training_goes_before_a_measurement_that_waits_for_another_process(small: Small, tmp_path: Path) -> None:
    here, elsewhere = (TrainerLock(tmp_path / "measurements") for _ in range(2))
    assert elsewhere.try_acquire("measures")
    measurement = _Counting("m", 3, SimpleNamespace(step=40), RunFolder(tmp_path / "m"), lock=here)
    measurement.start()
    wait_until(lambda: measurement.state.is_elsewhere)
    assert small().join(60).status is Status.TRAINED
    assert measurement.state.is_training
    elsewhere.release("measures")
    assert measurement.join(60).status is Status.TRAINED
