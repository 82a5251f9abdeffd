"""Trainings that a test runs step by step."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import torch

from model.corpus import Corpus
from model.runs.run_description import RunDescription
from model.runs.run_folder import RunFolder
from model.runs.training_queue import QUEUE
from model.runs.training_run import TrainingRun
from model.training.config import TrainingConfig
from model.training.loop import Progress, train
from model.training.snapshot import Snapshot
from model.training.translation_task import TranslationTask
from model.transformer.config import ModelConfig

SMALL = ModelConfig(n_layers=1, n_heads=2, d_model=16, d_ff=16, dropout=0.1)
FORTY = TrainingConfig(steps=40, batch_size=16, device="cpu")


@dataclass
class Pace:
    """A trainer that counts its steps and waits at a limit."""

    may_take: float = float("inf")
    taken: int = 0
    changed: threading.Condition = field(default_factory=threading.Condition)

    def __call__(self, task, config, *, before_step, **options) -> Iterator[Progress]:
        def before() -> None:
            with self.changed:
                assert self.changed.wait_for(lambda: self.taken < self.may_take, 60)
            before_step()
            with self.changed:
                self.taken += 1
                self.changed.notify_all()

        yield from train(task, config, before_step=before, **options)

    def let(self, steps: float) -> None:
        with self.changed:
            self.may_take = steps
            self.changed.notify_all()

    def until(self, steps: int) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: self.taken >= steps, 60)


@dataclass
class Small:
    """A factory of small runs with different seeds."""

    corpus: Corpus
    path: Path
    runs: list[TrainingRun] = field(default_factory=list)

    def __call__(self, trainer: Callable[..., Iterator[Progress]] = train, seed: int = 1) -> TrainingRun:
        config = TrainingConfig(steps=FORTY.steps, batch_size=FORTY.batch_size, device="cpu", seed=seed)
        description = RunDescription.of(self.corpus, SMALL, config)
        run = TrainingRun(self.corpus, description, RunFolder(self.path / str(seed)), trainer)
        self.runs.append(run)
        return run

    def stopped(self, pace: Pace) -> TrainingRun:
        """Return a run that was stopped at the limit of its pace, once it has ended; it may be started again."""
        run = self(pace)
        pace.until(int(pace.may_take))
        run.stop()
        pace.let(float("inf"))
        wait_until(lambda: not run.is_busy)
        return run

    def result(self, seed: int = 1) -> Snapshot:
        """Return the last snapshot of a training without interruption."""
        config = TrainingConfig(steps=FORTY.steps, batch_size=FORTY.batch_size, device="cpu", seed=seed)
        *_, last = train(TranslationTask(self.corpus, SMALL), config)
        return last.snapshot()


def seeds(number: int) -> list[TrainingConfig]:
    """Return trainings of one step that differ in their seeds."""
    return [TrainingConfig(steps=1, batch_size=16, device="cpu", seed=seed) for seed in range(1, number + 1)]


def wait_until(is_so: Callable[[], object]) -> None:
    with QUEUE.changed:
        assert QUEUE.changed.wait_for(is_so, 60)


def same_weights(one: Snapshot | None, other: Snapshot | None) -> bool:
    assert one is not None
    assert other is not None
    weights = other.translator.model.state_dict()
    return one.step == other.step and all(
        torch.equal(weight, weights[name]) for name, weight in one.translator.model.state_dict().items()
    )
