"""One process trains at a time in a folder of runs that several processes share."""

import threading
from pathlib import Path

from filelock import FileLock, Timeout


class TrainerLock:
    """An advisory lock of the operating system on a file beside the folder; a process loses it however it ends.

    A process without write access trains without a lock: what it learns stays in its memory.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder.with_name(f"{folder.name}.lock")
        self._lock = FileLock(self._path, thread_local=False)
        self._mutex = threading.Lock()
        self._holder: object = None

    def try_acquire(self, holder: object) -> bool:
        """Return True if the holder, one of the runs of this process, now has the lock; it does not wait."""
        with self._mutex:
            if self._holder is None and self._lock_file():
                self._holder = holder
            return self._holder is holder

    @property
    def is_elsewhere(self) -> bool:
        """True while another process has the lock."""
        with self._mutex:
            if self._holder is not None:
                return False
            is_free = self._lock_file()
            self._lock.release()
            return not is_free

    def release(self, holder: object) -> None:
        """Give the lock back, if the holder has it."""
        with self._mutex:
            if self._holder is holder:
                self._holder = None
                self._lock.release()

    def _lock_file(self) -> bool:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(blocking=False)
        except Timeout:
            return False
        except OSError:
            pass  # no other process can write there either
        return True
