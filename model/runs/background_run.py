"""A training that goes on in a thread of its own, and what it has published so far."""

import atexit
import os
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, Generic
from weakref import WeakSet

import torch

from model.runs.foreground import yield_to_foreground
from model.runs.run_state import Report, RunState, SnapshotT, Status
from model.runs.training_queue import QUEUE

_STEPS_BEFORE_A_GUESS = 20  # the first steps are slower than the rest
_SECONDS_TO_END = 10.0
_THREADS: WeakSet[threading.Thread] = WeakSet()
_PROCESS_ENDS = threading.Event()


class _StoppedError(Exception):
    """Somebody wants the training to end here."""


class BackgroundRun(ABC, Generic[SnapshotT]):
    """Trains in the background, one run after the other.

    Readers take ``state``, a value; they never wait and never see a half-written one.

    Attributes:
        digest: names the training by all that decides its result.
        state: what there is to show.
        is_over: whether it was deleted, and must not train any more.
    """

    def __init__(self, digest: str, steps: int) -> None:
        self.digest = digest
        self.state: RunState[SnapshotT] = RunState(None, steps)
        self._wish = Status.TRAINING
        self._rests = False  # whether a paused training should give back its thread
        self.is_over = False
        self._thread: threading.Thread | None = None
        self._presses = threading.RLock()  # one button after the other; the training itself never takes it
        # One thread for each piece of work: tensors this small gain nothing from more, and waiting for a second
        # core that another visitor or the training is using costs a translation up to fifty times its own time.
        torch.set_num_threads(1)

    @property
    def is_busy(self) -> bool:
        """Whether a training has begun and has not ended; it may hold still."""
        return self._thread is not None

    def start(self) -> None:
        """Train, or go on where the training was paused, stopped, interrupted or failed; not once it is trained."""
        with self._presses:
            self._want(Status.TRAINING)

    def pause(self) -> None:
        """Hold still after the step that is being taken, and let others train."""
        with self._presses:
            self._want(Status.PAUSED)

    def stop(self) -> None:
        """End after the step that is being taken: the last weights published are what there is."""
        with self._presses:
            self._want(Status.STOPPED)

    def rest(self) -> None:
        """Give back what a paused training holds in memory; it can go on from its last report."""
        with QUEUE.changed:
            self._rests = self._thread is not None and self.state.status is Status.PAUSED
            QUEUE.changed.notify_all()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until there are weights to use, or a reason why not; returns whether there are weights."""
        with QUEUE.changed:
            QUEUE.changed.wait_for(lambda: self.state.snapshot or self.state.error, timeout)
        return self.state.snapshot is not None

    def join(self, timeout: float | None = None) -> RunState[SnapshotT]:
        """Wait until the training has ended or is paused."""
        with QUEUE.changed:
            QUEUE.changed.wait_for(lambda: not self.state.is_training, timeout)
        return self.state

    @abstractmethod
    def _reports(self, before_step: Callable[[], None]) -> Iterator[Report[SnapshotT]]:
        """Train from where the run stands; what is yielded is published before more is asked for."""

    def _remember(self) -> None:
        """Write down what is wanted of the run, for the next process."""

    def _want(self, wish: Status) -> None:
        with QUEUE.changed:
            if self.state.status is Status.TRAINED or self.is_over:
                return
            self._wish = wish
            if wish is Status.TRAINING:
                self._begin()
            elif self._thread is None or (wish is Status.PAUSED and self.state.status is Status.WAITING):
                self._publish(status=wish, seconds_left=None)
            QUEUE.changed.notify_all()
        self._remember()

    def _begin(self) -> None:
        self._rests = False
        if self._thread is None:
            self._publish(status=Status.WAITING, seconds_left=None, error="")
            self._thread = threading.Thread(target=self._train, name="training", daemon=True)
            _THREADS.add(self._thread)
            self._thread.start()
        elif self.state.status is Status.PAUSED:
            self._publish(status=Status.WAITING)

    def _end_now(self) -> None:
        """Stop, and wait until nothing is written any more."""
        self._want(Status.STOPPED)
        with QUEUE.changed:
            QUEUE.changed.wait_for(lambda: self._thread is None)

    def _publish(self, **changes: Any) -> None:
        with QUEUE.changed:
            self.state = replace(self.state, **changes)
            QUEUE.changed.notify_all()

    def _note(self, notice: str) -> None:
        self._publish(notices=(*self.state.notices, notice))

    def _train(self) -> None:
        _leave_room_for_pages()
        try:
            for report in self._reports(self._before_step):
                self._publish(snapshot=report.snapshot(), loss=report.loss, seconds_left=self._seconds_left(report))
            self._end(Status.TRAINED)
        except _StoppedError:
            self._end(Status.PAUSED if self._wish is Status.PAUSED else Status.STOPPED)
        except Exception as error:  # the end of a thread: whatever the reason, somebody must see it
            lines = (line for line in str(error).splitlines() if line.strip())
            self._end(Status.FAILED, next(lines, type(error).__name__))

    def _end(self, status: Status, error: str = "") -> None:
        with QUEUE.changed:
            QUEUE.leave(self)
            self._thread = None
            self._publish(status=status, seconds_left=None, error=error)
            if status in (Status.STOPPED, Status.PAUSED) and not self._is_unwanted():
                self._begin()  # it was started again while it was ending

    def _before_step(self) -> None:
        """Return when no page is being drawn, it is this run's turn and nobody wants it to hold still."""
        yield_to_foreground()
        if self.state.status is Status.TRAINING and not self._is_unwanted():
            return
        with QUEUE.changed:
            while True:
                if self._wish is Status.STOPPED or self._rests or _PROCESS_ENDS.is_set():
                    raise _StoppedError
                if self._wish is Status.PAUSED:
                    QUEUE.leave(self)
                    self._publish(status=Status.PAUSED, seconds_left=None)
                    QUEUE.changed.wait_for(
                        lambda: self._wish is not Status.PAUSED or self._rests or _PROCESS_ENDS.is_set()
                    )
                elif QUEUE.wait(self, until=self._is_unwanted) and not self._is_unwanted():
                    self._publish(status=Status.TRAINING)
                    return

    def _is_unwanted(self) -> bool:
        return self._wish is not Status.TRAINING or _PROCESS_ENDS.is_set()

    def _seconds_left(self, report: Report[SnapshotT]) -> float | None:
        if report.step < _STEPS_BEFORE_A_GUESS:
            return None
        return report.seconds / report.step * (self.state.steps - report.step)


def _leave_room_for_pages() -> None:
    """Let the system prefer the threads that serve pages to this one, where it can (Linux)."""
    if hasattr(os, "setpriority"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


@atexit.register
def _end_all() -> None:
    """Let every training take its step to the end and keep what it has: a process crashes that ends amid one."""
    _PROCESS_ENDS.set()
    with QUEUE.changed:
        QUEUE.changed.notify_all()
    for thread in tuple(_THREADS):
        thread.join(_SECONDS_TO_END)
