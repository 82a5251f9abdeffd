"""The folders of trained weights, atomic file writes, and what reading damaged files raises."""

import errno
import os
import tempfile
import time
import tokenize
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import platformdirs
from filelock import FileLock, Timeout

_PART = ".part"
_LONGEST_WAIT = 5  # seconds, for another process
_SECONDS_TO_WRITE = 60  # a file; another process may be writing it
_VARIABLE = "ATTENTION_PLAYGROUND_CACHE"
_MODELS_VARIABLE = "ATTENTION_PLAYGROUND_MODELS"
# Raised by zipfile, its decompressors and NumPy's header parser for damaged or malicious files.
NPZ_ERRORS = (
    zipfile.BadZipFile, zlib.error, tokenize.TokenError, EOFError, KeyError, MemoryError,
    NotImplementedError, OSError, OverflowError, RuntimeError, SyntaxError, TypeError, ValueError,
)  # fmt: skip


def cache_folder() -> Path:
    """Return the folder named by ``ATTENTION_PLAYGROUND_CACHE``, by default the platform's user cache."""
    return Path(os.environ.get(_VARIABLE) or platformdirs.user_cache_path("attention-playground", appauthor=False))


def runs_folder() -> Path:
    """Return the folder that holds the runs of translators, one folder each."""
    return cache_folder() / "runs"


def models_folder() -> Path | None:
    """Return the folder of models that were trained elsewhere, named by ``ATTENTION_PLAYGROUND_MODELS``; or None."""
    name = os.environ.get(_MODELS_VARIABLE)
    return Path(name) if name else None


def delete_partial_files(folder: Path) -> None:
    """Delete the files of a folder that a killed process was writing."""
    with suppress(OSError):
        for part in folder.glob(f"*{_PART}"):
            if time.time() - part.stat().st_mtime > _SECONDS_TO_WRITE:
                part.unlink()


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


def write_atomically(path: Path, data: bytes | Iterable[bytes]) -> None:
    """Write a file completely or not at all: to a temporary file that is then renamed.

    Raises:
        OSError: the folder cannot be made or written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=_PART)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.writelines([data] if isinstance(data, bytes) else data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
