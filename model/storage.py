"""Where trained weights are kept between starts, and how a file is written so that it is never half there."""

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

import platformdirs

_VARIABLE = "ATTENTION_PLAYGROUND_CACHE"


def cache_folder() -> Path:
    """The folder named by ``ATTENTION_PLAYGROUND_CACHE``, or the platform's own for user caches."""
    return Path(os.environ.get(_VARIABLE) or platformdirs.user_cache_path("attention-playground", appauthor=False))


def runs_folder() -> Path:
    """The folder that holds the runs of the translator, one folder each."""
    return cache_folder() / "runs"


def write_whole(path: Path, data: bytes | Iterable[bytes]) -> None:
    """Write a file whole or not at all, at once or part by part: to a temporary file first, then renamed.

    Raises:
        OSError: the folder cannot be made or written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=".part")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.writelines([data] if isinstance(data, bytes) else data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
