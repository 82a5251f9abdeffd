"""Runs that are ended with their test."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from model.corpus import Corpus
from model.runs import training_run
from model.runs.registry import RunRegistry
from model.runs.training_run import TrainingRun
from tests.paced_trainer import FORTY, SMALL, Pace, Small, wait_until
from tests.typechecker import unchecked


@pytest.fixture(autouse=True)
def _shapes_are_checked_elsewhere() -> Iterator[None]:
    """Hundreds of steps are taken here, of a training whose every shape other tests have checked."""
    with unchecked():
        yield


@pytest.fixture
def small(small_corpus: Corpus, tmp_path: Path) -> Iterator[Small]:
    made = Small(small_corpus, tmp_path)
    yield made
    for run in made.runs:
        run.stop()
        if isinstance(run._trainer, Pace):
            run._trainer.let(float("inf"))
        wait_until(lambda run=run: not run.is_busy)


@pytest.fixture(scope="module")
def written(small_corpus: Corpus) -> Corpus:
    """A corpus that nobody could make again."""
    return replace(small_corpus, name="brought", is_raw_text=True)


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Set once a run that is restarted has found that another process still trains it."""
    found = threading.Event()

    def sleep(seconds: float) -> None:
        found.set()
        time.sleep(seconds)

    monkeypatch.setattr(training_run, "time", SimpleNamespace(monotonic=time.monotonic, sleep=sleep))
    return found


@pytest.fixture
def run(small: Small) -> TrainingRun:
    """A training that has ended."""
    run = small()
    run.join(60)
    return run


@pytest.fixture
def runs(small_corpus: Corpus, tmp_path: Path) -> RunRegistry:
    """A registry whose default run is small."""
    return RunRegistry(tmp_path, small_corpus, SMALL, FORTY)
