"""The time that work takes, without the time it waits."""

import time
from collections.abc import Callable


class Stopwatch:
    """Runs from the moment it is made."""

    def __init__(self, seconds: float = 0.0) -> None:
        self._start = time.perf_counter() - seconds

    @property
    def seconds(self) -> float:
        """Seconds of work so far, those it was made with included."""
        return time.perf_counter() - self._start

    def standing_still(self, wait: Callable[[], None]) -> Callable[[], None]:
        """The same function, during which the watch stands still."""

        def waiting() -> None:
            seconds = self.seconds
            wait()
            self._start = time.perf_counter() - seconds

        return waiting
