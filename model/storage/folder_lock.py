"""The lock of a folder, for processes that change its files."""

import errno
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

_LONGEST_WAIT = 5  # seconds, for another process


@contextmanager
def exclude_other_processes(folder: Path) -> Iterator[None]:
    """Let one process at a time change the files of a folder; a folder that no process can write needs no lock.

    Raises:
        TimeoutError: another process has been changing them for too long.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(FileLock(folder.with_name(f"{folder.name}.lock")).acquire(timeout=_LONGEST_WAIT))
        except Timeout:
            raise TimeoutError(errno.ETIMEDOUT, "another process is writing there") from None
        except OSError:
            pass
        yield
