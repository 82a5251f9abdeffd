"""The state of a run at one moment, as an immutable value."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Protocol, TypeVar


class Status(StrEnum):
    """The status of a run."""

    WAITING = "waiting"  # for its turn
    TRAINING = "training"
    PAUSED = "paused"
    STOPPED = "stopped"  # before its last step
    TRAINED = "trained"  # to its last step
    FAILED = "failed"


class Published(Protocol):
    """A snapshot of weights, or a report of a measurement; immutable."""

    @property
    def step(self) -> int:
        """Optimizer steps taken."""


SnapshotT = TypeVar("SnapshotT", bound=Published)
SnapshotT_co = TypeVar("SnapshotT_co", bound=Published, covariant=True)


class Report(Protocol[SnapshotT_co]):
    """A report of a trainer: its step, and the snapshot to publish."""

    @property
    def step(self) -> int:
        """Optimizer steps taken."""

    @property
    def loss(self) -> float:
        """Mean training loss since the last report."""

    @property
    def seconds(self) -> float:
        """Training time so far."""

    def snapshot(self) -> SnapshotT_co:
        """Return an immutable copy of the model."""


@dataclass(frozen=True, slots=True)
class RunState(Generic[SnapshotT]):
    """The state that a run publishes, replaced as a whole.

    Attributes:
        snapshot: the newest one, None before the first.
        steps: of the whole training.
        status: of the run.
        loss: training loss of the last report, in nats per token.
        seconds_left: until the last step, None if unknown.
        error: why the training failed, "" if it did not.
        is_elsewhere: True while another process trains, which this run follows or waits for.
        notices: problems that did not end the run, one line each, such as a damaged file or a read-only folder.
    """

    snapshot: SnapshotT | None
    steps: int
    status: Status = Status.TRAINING
    loss: float = float("nan")
    seconds_left: float | None = None
    error: str = ""
    is_elsewhere: bool = False
    notices: tuple[str, ...] = ()

    @property
    def is_training(self) -> bool:
        """True while the run trains or waits for its turn."""
        return self.status in (Status.WAITING, Status.TRAINING)
