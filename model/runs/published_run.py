"""A run as its readers see it: an immutable state, replaced while it trains."""

from dataclasses import replace
from typing import Any, Generic

from model.runs.run_state import RunState, SnapshotT
from model.runs.training_queue import QUEUE


class PublishedRun(Generic[SnapshotT]):
    """A run that publishes its state. Readers take ``state`` without waiting, or wait for what they need.

    Attributes:
        digest: the name of the run, a hash of everything that determines its result.
        state: the published state.
    """

    def __init__(self, digest: str, steps: int) -> None:
        """Publish the state of a run that has not begun.

        Args:
            digest: its name.
            steps: of the whole training.
        """
        self.digest = digest
        self.state: RunState[SnapshotT] = RunState(None, steps)

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the first snapshot, an error, or another process to train; return True if there is a snapshot."""
        with QUEUE.changed:
            QUEUE.changed.wait_for(lambda: self.state.snapshot or self.state.error or self.state.is_elsewhere, timeout)
        return self.state.snapshot is not None

    def join(self, timeout: float | None = None) -> RunState[SnapshotT]:
        """Wait until the training has ended or is paused; return the state."""
        with QUEUE.changed:
            QUEUE.changed.wait_for(lambda: not self.state.is_training, timeout)
        return self.state

    @property
    def _is_complete(self) -> bool:
        """True once the newest snapshot is that of the last step."""
        newest = self.state.snapshot
        return newest is not None and newest.step >= self.state.steps

    def _publish(self, **changes: Any) -> None:
        with QUEUE.changed:
            self.state = replace(self.state, **changes)
            QUEUE.changed.notify_all()

    def _add_notice(self, notice: str, *, instead_of: str = "") -> None:
        """Publish a notice, in place of ``instead_of`` if that is one."""
        with QUEUE.changed:
            if notice not in self.state.notices:
                others = (other for other in self.state.notices if other != instead_of)
                self._publish(notices=(*others, notice))
