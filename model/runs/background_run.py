"""A training, or a measurement, in a background thread that publishes its state."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

from model.runs.failure import explain_failure
from model.runs.foreground_priority import yield_to_foreground
from model.runs.run_state import Report, SnapshotT, Status
from model.runs.shared_run import SECONDS_BETWEEN_LOOKS, SharedRun
from model.runs.trainer_lock import TrainerLock
from model.runs.training_queue import QUEUE
from model.runs.training_threads import PROCESS_IS_ENDING, start_thread

_MIN_STEPS_TO_ESTIMATE = 20  # the first steps are slower than the rest
# A run that takes no steps changes from the first status to the second without waiting for its training thread.
_AT_ONCE = ((Status.WAITING, Status.PAUSED), (Status.PAUSED, Status.STOPPED))


class _StoppedError(Exception):
    """Raised to end the training at the current step."""


class _OvertakenError(Exception):
    """Raised to continue from the state of another process, which has trained further."""


class BackgroundRun(SharedRun[SnapshotT], ABC):
    """A training in a background thread; only one run of the process trains at a time, and of several processes one.

    Attributes:
        is_deleted: True once the run has been deleted and must not train.
    """

    def __init__(self, digest: str, steps: int, lock: TrainerLock | None = None) -> None:
        """Prepare a run that has no thread yet.

        Args:
            digest: its name.
            steps: of the whole training.
            lock: held while training, where other processes may train in the same folder.
        """
        super().__init__(digest, steps, lock)
        self._requested = Status.TRAINING
        self._is_released = False  # True if a paused training should end its thread
        self.is_deleted = False
        self._thread: threading.Thread | None = None
        self._commands = threading.RLock()  # one command at a time; the training thread never takes it

    @property
    def is_busy(self) -> bool:
        """True while the run has a training thread, which may be paused."""
        return self._thread is not None

    def start(self) -> None:
        """Train, or resume a paused, stopped, interrupted or failed training; does nothing once trained."""
        with self._commands:
            self._request(Status.TRAINING)

    def pause(self) -> None:
        """Pause after the current step and leave the queue."""
        with self._commands:
            self._request(Status.PAUSED)

    def stop(self) -> None:
        """End the training after the current step; the newest snapshot stays."""
        with self._commands:
            self._request(Status.STOPPED)

    def release(self) -> None:
        """Free the memory of a paused training; it can resume from its last report."""
        with QUEUE.changed:
            self._is_released = self._thread is not None and self.state.status is Status.PAUSED
            QUEUE.changed.notify_all()

    @abstractmethod
    def _train(self, before_step: Callable[[], None]) -> Iterator[Report[SnapshotT]]:
        """Train from the current state; each report is published before the next step."""

    @property
    def _is_trained(self) -> bool:
        return self.state.status is Status.TRAINED

    def _store_request(self) -> None:
        """Store the requested status for the next process."""

    def _request(self, status: Status) -> None:
        if self._is_trained or self.is_deleted:
            return
        self._requested = status
        self._store_request()  # before the training thread may read it
        with QUEUE.changed:
            if self._is_trained:  # it ended while the request was stored
                return
            if status is Status.TRAINING:
                self._begin()
            elif self._thread is None or (self.state.status, status) in _AT_ONCE:
                self._publish(status=status, seconds_left=None)
            QUEUE.changed.notify_all()

    def _begin(self) -> None:
        self._is_released = False
        if self._thread is None:
            self._publish(status=Status.WAITING, seconds_left=None, error="")
            try:
                self._thread = start_thread(self._run)
            except RuntimeError:  # the limit of threads of the user, or of the container, is reached
                self._publish(status=Status.FAILED, error="The system lets this process start no further thread.")
        elif self.state.status in (Status.PAUSED, Status.STOPPED):
            self._publish(status=Status.WAITING)

    def _end_now(self) -> None:
        """Stop, and wait for the end of the training thread."""
        self._request(Status.STOPPED)
        with QUEUE.changed:
            QUEUE.changed.wait_for(lambda: self._thread is None)

    def _run(self) -> None:
        try:
            while not self._train_on():
                pass
            self._end(Status.TRAINED)
        except _StoppedError:
            stopped = Status.PAUSED if self._requested is Status.PAUSED else Status.STOPPED
            self._end(Status.TRAINED if self._is_complete else stopped)
        except Exception as error:  # an exception that ends the thread would be lost
            self._end(Status.FAILED, explain_failure(error))

    def _train_on(self) -> bool:
        """Train to the end; return False if another process has trained meanwhile."""
        try:
            for report in self._train(self._before_step):
                self._publish(snapshot=report.snapshot(), loss=report.loss, seconds_left=self._seconds_left(report))
        except _OvertakenError:
            return False
        return True

    def _end(self, status: Status, error: str = "") -> None:
        self._release()
        with QUEUE.changed:
            QUEUE.leave(self)
            self._thread = None
            self._publish(status=status, seconds_left=None, error=error, is_elsewhere=False)
            if status in (Status.STOPPED, Status.PAUSED) and not self._must_wait():
                self._begin()  # the run was started again while its thread was ending

    def _before_step(self) -> None:
        """Wait for foreground work, for this run's turn and while it is paused; raise if it is stopped or complete."""
        yield_to_foreground()
        self._look_for_request()
        if is_lost := self._has_lost_lock():
            self._store_progress()
        must_wait = is_lost or self.state.status is not Status.TRAINING or self._must_wait()
        if must_wait and self._wait_for_turn() and self._is_outdated:
            raise _OvertakenError

    def _wait_for_turn(self) -> bool:
        """Wait until this run may train; return True if another process has trained meanwhile."""
        was_elsewhere = False
        while True:
            is_first = self._wait_in_queue()
            if self._requested is Status.PAUSED:
                if self._adopt_request():
                    was_elsewhere = True
                    self._publish(status=Status.WAITING)
                continue
            # Both read files, so they may not keep readers of the queue waiting.
            is_acquired = is_first and self._try_acquire()
            is_elsewhere = not is_acquired if is_first else self._follow_if_elsewhere()
            was_elsewhere = was_elsewhere or is_elsewhere
            with QUEUE.changed:
                if is_acquired and not self._must_wait() and not self._is_complete:
                    self._publish(status=Status.TRAINING, is_elsewhere=False)
                    return was_elsewhere
                if is_elsewhere is not self.state.is_elsewhere:
                    self._publish(is_elsewhere=is_elsewhere)
                if is_first and is_elsewhere:
                    QUEUE.changed.wait_for(self._must_wait, SECONDS_BETWEEN_LOOKS)

    def _wait_in_queue(self) -> bool:
        """Wait, not for long, until this run is resumed, or the first of its process; return True if it is first.

        Raises:
            _StoppedError: it is stopped or complete.
        """
        with QUEUE.changed:
            while True:
                is_ending = self._is_released or PROCESS_IS_ENDING.is_set()
                if self._requested is Status.STOPPED or is_ending or self._is_complete:
                    raise _StoppedError
                if self._requested is Status.PAUSED:
                    self._rest()
                    return False
                is_first = QUEUE.wait(self, until=self._must_wait, timeout=SECONDS_BETWEEN_LOOKS)
                if not self._must_wait():
                    return is_first

    def _rest(self) -> None:
        """Leave the queue, and wait, not for long, until this run is resumed or released."""
        self._release()
        if self in QUEUE.entries:
            QUEUE.leave(self)
        if self.state.status is not Status.PAUSED or self.state.is_elsewhere:
            self._publish(status=Status.PAUSED, seconds_left=None, is_elsewhere=False)
        QUEUE.changed.wait_for(
            lambda: self._requested is not Status.PAUSED or self._is_released or PROCESS_IS_ENDING.is_set(),
            SECONDS_BETWEEN_LOOKS,
        )

    def _must_wait(self) -> bool:
        return self._requested is not Status.TRAINING or PROCESS_IS_ENDING.is_set()

    def _seconds_left(self, report: Report[SnapshotT]) -> float | None:
        if report.step < _MIN_STEPS_TO_ESTIMATE:
            return None
        return report.seconds / report.step * (self.state.steps - report.step)
