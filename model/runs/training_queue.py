"""Whose turn it is to train: one at a time in this process, for two at once take longer than one by one."""

import threading
from collections.abc import Callable


class Queue:
    """First come, first served; who is first trains.

    Attributes:
        changed: notified when anything moves, here or in a run.
    """

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self._line: list[object] = []

    @property
    def line(self) -> tuple[object, ...]:
        """All who stand in line; the first trains."""
        return tuple(self._line)

    def ahead_of(self, who: object) -> int:
        """How many come first; 0 also for one who does not stand in line."""
        line = self.line
        return line.index(who) if who in line else 0

    def wait(self, who: object, until: Callable[[], bool]) -> bool:
        """Stand in line until it is one's turn, or until something else is the case; returns whether it is."""
        with self.changed:
            if who not in self._line:
                self._line.append(who)
                self.changed.notify_all()
            self.changed.wait_for(lambda: self._line[0] is who or until())
            return self._line[0] is who

    def leave(self, who: object) -> None:
        """Let the next one train."""
        with self.changed:
            if who in self._line:
                self._line.remove(who)
            self.changed.notify_all()


QUEUE = Queue()
