"""The runs that a process has in memory; each is opened once, whoever asks for it."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from weakref import WeakValueDictionary

from model.runs.training_run import TrainingRun

MAX_IDLE = 8  # held runs besides those that train


class OpenRuns:
    """The runs that train, the most recently used idle ones, and those that callers still hold."""

    def __init__(self) -> None:
        self._held: OrderedDict[str, TrainingRun] = OrderedDict()  # least recently used first
        self._alive: WeakValueDictionary[str, TrainingRun] = WeakValueDictionary()  # held here or by a caller
        self._lock = threading.RLock()

    @property
    def digests(self) -> frozenset[str]:
        """The digests of all runs in memory."""
        with self._lock:
            return frozenset(self._alive)

    def find(self, digest: str) -> TrainingRun | None:
        """Return the run of that digest if it is in memory, even if another process has overtaken it."""
        return self._alive.get(digest)

    def find_current(self, digest: str) -> TrainingRun | None:
        """Return the run of that digest if it is in memory; forget one that another process has overtaken."""
        with self._lock:
            run = self._alive.get(digest)
            if run is None or not run.is_overtaken:
                return run
            self.forget(run)
            return None

    def get(self, digest: str) -> TrainingRun | None:
        """Return the run that ``find_current`` returns; it is now the most recently used one."""
        with self._lock:
            run = self.find_current(digest)
            return run and self._hold(run)

    def get_or_open(self, digest: str, build: Callable[[], TrainingRun]) -> TrainingRun:
        """Return the run that ``get`` returns, or the one that is built; no other run is opened meanwhile."""
        with self._lock:
            return self._hold(self.find_current(digest) or build())

    def forget(self, run: TrainingRun) -> None:
        """Stop holding a run; a newer one with the same digest stays."""
        with self._lock:
            if self._held.get(run.digest) is run:
                del self._held[run.digest]
            if self._alive.get(run.digest) is run:
                del self._alive[run.digest]

    def _hold(self, run: TrainingRun) -> TrainingRun:
        """Hold a run, and release the least recently used idle ones; those that callers hold are not opened twice."""
        run.folder.mark_opened()
        self._alive[run.digest] = self._held[run.digest] = run
        self._held.move_to_end(run.digest)
        idle = [other for other in self._held.values() if not other.state.is_training and other is not run]
        for other in idle[: max(0, len(idle) - MAX_IDLE)]:
            del self._held[other.digest]
            other.release()
        return run
