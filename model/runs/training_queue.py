"""The queue of trainings: one at a time, as two at once take longer than one after the other."""

import threading
from collections.abc import Callable


class TrainingQueue:
    """A first-come, first-served queue, whose first entry trains.

    Attributes:
        changed: notified when the queue or a run changes.
    """

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self._entries: list[object] = []

    @property
    def entries(self) -> tuple[object, ...]:
        """All in the queue, in order; the first one trains."""
        return tuple(self._entries)

    def count_ahead(self, entry: object) -> int:
        """Return how many are ahead of an entry; 0 if it is not in the queue."""
        entries = self.entries
        return entries.index(entry) if entry in entries else 0

    def wait(self, entry: object, until: Callable[[], bool], timeout: float | None = None) -> bool:
        """Join the queue and wait until the entry is first or ``until`` is true; return True if it is first.

        Args:
            entry: joins at the end, unless it is in the queue.
            until: ends the waiting.
            timeout: the longest time to wait, in seconds.
        """
        with self.changed:
            if entry not in self._entries:
                self._entries.append(entry)
                self.changed.notify_all()
            self.changed.wait_for(lambda: self._entries[0] is entry or until(), timeout)
            return self._entries[0] is entry

    def go_last(self, entry: object) -> None:
        """Let all others that wait train first."""
        with self.changed:
            self._entries.remove(entry)
            self._entries.append(entry)
            self.changed.notify_all()

    def leave(self, entry: object) -> None:
        """Leave the queue, so that the next one trains."""
        with self.changed:
            if entry in self._entries:
                self._entries.remove(entry)
            self.changed.notify_all()


QUEUE = TrainingQueue()
