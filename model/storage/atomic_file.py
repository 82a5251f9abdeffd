"""Files that are written completely or not at all."""

import os
import secrets
import shutil
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_PART = ".part"
_SECONDS_TO_WRITE = 60  # a file; another process may be writing it


def write_atomically(path: Path, data: bytes | Iterable[bytes]) -> None:
    """Write a file completely or not at all: to a temporary file that is then renamed. Keep the mode of an earlier one.

    Raises:
        OSError: the folder cannot be made or written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{secrets.token_hex(8)}{_PART}")
    try:
        with temporary.open("xb") as file:
            with suppress(OSError):  # there is no earlier file
                shutil.copymode(path, temporary)
            file.writelines([data] if isinstance(data, bytes) else data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def delete_partial_files(folder: Path) -> None:
    """Delete the files of a folder that a killed process was writing."""
    delete_older_files(folder, f"*{_PART}", _SECONDS_TO_WRITE)


def delete_older_files(folder: Path, pattern: str, seconds: float) -> None:
    """Delete the files of a folder that match a pattern and have not changed for that long; ignore errors.

    Args:
        folder: may be missing.
        pattern: for the names of the files, as ``Path.glob`` reads it.
        seconds: since the last change; files that changed later are kept.
    """
    with suppress(OSError):
        for path in folder.glob(pattern):
            with suppress(OSError):  # another process may have deleted it
                if time.time() - path.stat().st_mtime > seconds:
                    path.unlink()
