"""One file of a run, with errors in one sentence."""

import itertools
import logging
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
_LOG = logging.getLogger(__name__)
_ABSENT = (FileNotFoundError, IsADirectoryError, NotADirectoryError)  # there is no such file, now or later


class RunFolderError(ValueError):
    """A file of a run cannot be read or written; the message says which and why, in one sentence."""


class RunFolderDamagedError(RunFolderError):
    """A file of a run is missing, damaged or of another run, now and later.

    Whatever else prevents reading may be over at the next attempt: only a damaged file is set aside.
    """


class RunFileMissingError(RunFolderDamagedError):
    """A file of a run does not exist, perhaps because the run was deleted meanwhile."""


class RunFolderGoneError(RunFolderError):
    """The folder of a run was deleted while it was written to."""


@dataclass(frozen=True, slots=True)
class RunFile:
    """A file that may be missing, damaged, or in a folder that cannot be written."""

    path: Path

    @property
    def exists(self) -> bool:
        """True if there is such a file; raises ``RunFolderError`` if the system does not tell."""
        try:
            self.path.stat()
        except _ABSENT:
            return False
        except OSError as error:
            raise self._name_unreadable(error, RunFolderError) from None
        return True

    def write(self, write: Callable[[Path], None]) -> None:
        """Call a function that writes to the path.

        Raises:
            RunFolderGoneError: its folder was deleted.
            RunFolderError: it cannot be written; the log says which path, for whoever runs the server.
        """
        try:
            write(self.path)
        except OSError as error:
            _LOG.warning("%s cannot be written (%s).", self.path, _explain(error))
            failure = RunFolderGoneError if isinstance(error, FileNotFoundError) else RunFolderError
            raise failure(f"the folder of the run cannot be written ({_explain(error)}).") from None

    def read(self, read: Callable[[Path], T]) -> T:
        """Return what a function reads from the path.

        Raises:
            RunFileMissingError: it is missing.
            RunFolderDamagedError: it is damaged.
            RunFolderError: the system does not let it be read, perhaps only now.
        """
        try:
            return read(self.path)
        except OSError as error:
            failure = RunFileMissingError if isinstance(error, _ABSENT) else RunFolderError
            raise self._name_unreadable(error, failure) from None
        except ValueError as error:
            reason = str(error).removeprefix(f"{self.path.name} ").rstrip(".")
            raise RunFolderDamagedError(f"{self.path.name} cannot be used: {reason}.") from None

    def delete(self) -> None:
        """Delete the file, where that is possible."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)

    def set_aside(self) -> None:
        """Rename the damaged file, where that is possible."""
        with suppress(OSError):
            self.path.replace(self.path.with_suffix(".damaged"))

    def _name_unreadable(self, error: OSError, failure: type[RunFolderError]) -> RunFolderError:
        return failure(f"{self.path.name} cannot be read ({_explain(error)}).")


def choose_path_aside(folder: Path) -> Path:
    """Return a path for a damaged folder at which there is no earlier one."""
    aside, numbers = folder.with_name(f"{folder.name}.damaged"), itertools.count(2)
    while os.path.lexists(aside):
        aside = folder.with_name(f"{folder.name}.damaged-{next(numbers)}")
    return aside


def _explain(error: OSError) -> str:
    """Return the reason without the path, which safetensors puts into its message."""
    return error.strerror or type(error).__name__
