"""What a run has to show at one moment."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Protocol, TypeVar


class Status(StrEnum):
    """What a run is doing."""

    WAITING = "waiting"  # for its turn
    TRAINING = "training"
    PAUSED = "paused"
    STOPPED = "stopped"  # before its last step, for good
    TRAINED = "trained"  # to its last step
    FAILED = "failed"


class Published(Protocol):
    """Immutable weights at one training step."""

    @property
    def step(self) -> int:
        """Optimizer steps taken."""


SnapshotT = TypeVar("SnapshotT", bound=Published)
SnapshotT_co = TypeVar("SnapshotT_co", bound=Published, covariant=True)


class Report(Protocol[SnapshotT_co]):
    """What a trainer yields: where it stands, and the weights to publish."""

    @property
    def step(self) -> int:
        """Optimizer steps taken."""

    @property
    def loss(self) -> float:
        """Mean training loss since the last report."""

    @property
    def seconds(self) -> float:
        """Time worked so far."""

    def snapshot(self) -> SnapshotT_co:
        """The weights as they are now."""


@dataclass(frozen=True, slots=True)
class RunState(Generic[SnapshotT]):
    """An immutable value, replaced as a whole.

    Attributes:
        snapshot: the newest weights, None until the first are there.
        steps: how many steps the whole training takes.
        status: what the run is doing.
        loss: mean training loss of the last report, in nats per token.
        seconds_left: until the last step, None when not known.
        error: why the training failed, "" if it did not.
        notices: what a visitor should know, one line each: a cache file set aside, a folder that cannot be written.
    """

    snapshot: SnapshotT | None
    steps: int
    status: Status = Status.TRAINING
    loss: float = float("nan")
    seconds_left: float | None = None
    error: str = ""
    notices: tuple[str, ...] = ()

    @property
    def is_training(self) -> bool:
        """Whether more is to come by itself."""
        return self.status in (Status.WAITING, Status.TRAINING)
