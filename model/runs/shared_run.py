"""A run that one of several processes trains, while the others follow what it stores."""

import time

from model.runs.published_run import PublishedRun
from model.runs.run_state import SnapshotT
from model.runs.trainer_lock import TrainerLock

SECONDS_BETWEEN_LOOKS = 0.5  # at what another process stores


class SharedRun(PublishedRun[SnapshotT]):
    """A run that may be trained by another process; without a lock, there is no other process."""

    def __init__(self, digest: str, steps: int, lock: TrainerLock | None = None) -> None:
        """Publish the state of a run that has not begun.

        Args:
            digest: its name.
            steps: of the whole training.
            lock: held while training, where other processes may train in the same folder.
        """
        super().__init__(digest, steps)
        self._lock = lock
        self._next_look = 0.0  # of the clock that ``time.monotonic`` reads

    @property
    def _is_locked_elsewhere(self) -> bool:
        """True while another process has the lock: tries it now, while ``state.is_elsewhere`` is what was published."""
        return self._lock is not None and self._lock.is_elsewhere

    def _has_lost_lock(self) -> bool:
        """Return True, once, if the file of the lock is gone or replaced, so that another process may train too."""
        return self._lock is not None and self._lock.is_lost(self)

    @property
    def _is_outdated(self) -> bool:
        """True if what another process has trained or measured replaces what this one was about to do."""
        return True

    def _adopt_request(self) -> bool:
        """Do what another process was asked for; return True if that is new."""
        return False

    def _look_for_request(self) -> None:
        """Adopt a new request, unless the last look was a moment ago; called by the training thread at each step."""
        if time.monotonic() >= self._next_look:
            self._adopt_request()
            self._next_look = time.monotonic() + SECONDS_BETWEEN_LOOKS

    def _follow(self) -> None:
        """Publish what another process has stored; called by the training thread while it waits for that process."""

    def _store_progress(self) -> None:
        """Store what has been trained, before another process may train."""

    def _follow_if_elsewhere(self) -> bool:
        """Return True if another process trains; publish what it stores, once more after it has ended."""
        is_elsewhere = self._is_locked_elsewhere
        if is_elsewhere or self.state.is_elsewhere:
            self._follow()
        return is_elsewhere

    def _try_acquire(self) -> bool:
        """Return True if no other process trains; called by the training thread until it is true."""
        is_acquired = self._lock is None or self._lock.try_acquire(self)
        if self.state.is_elsewhere or not is_acquired:
            self._follow()
        return is_acquired

    def _release(self) -> None:
        """Let other processes train."""
        if self._lock is not None:
            self._lock.release(self)
