"""One process trains at a time in a folder of runs that several processes share."""

import os
import threading
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

_SECONDS_OF_A_LOOK = 0.02  # another process that looks whether the lock is free has it for a moment


class TrainerLock:
    """An advisory lock of the operating system on a file beside the folder; a process loses it however it ends.

    A process without write access trains without a lock: what it learns stays in its memory. A lock whose file is
    deleted no longer keeps other processes out, so it is lost.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder.with_name(f"{folder.name}.lock")
        self._lock = FileLock(self._path, thread_local=False)
        self._mutex = threading.Lock()
        self._holder: object = None
        self._file: tuple[int, int] | None = None  # device and inode of the locked file

    def try_acquire(self, holder: object) -> bool:
        """Return True if the holder, one of the runs of this process, now has the lock; wait 20 ms at most."""
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
                self._give_back()

    def is_lost(self, holder: object) -> bool:
        """Return True if the locked file of the holder is gone or replaced; the holder then no longer has the lock."""
        with self._mutex:
            if self._holder is not holder or self._file is None or self._file == self._identify_file():
                return False
            self._give_back()
            return True

    def _give_back(self) -> None:
        self._holder = self._file = None
        self._lock.release()

    def _lock_file(self) -> bool:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(timeout=_SECONDS_OF_A_LOOK, poll_interval=_SECONDS_OF_A_LOOK / 2)
            self._file = self._identify_file()
        except Timeout:
            return False
        except OSError:
            pass  # no other process can write there either
        return True

    def _identify_file(self) -> tuple[int, int] | None:
        with suppress(OSError):
            status = os.stat(self._path)
            return status.st_dev, status.st_ino
        return None
