"""The mark of a deleted run, beside where its folder was: a process that still writes to it deletes it again."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from model.storage.atomic_file import delete_older_files

_SUFFIX = ".deleted"
_SECONDS_KEPT = 60  # a process that writes to the folder has noticed by then


@dataclass(frozen=True, slots=True)
class DeletionMark:
    """The mark of one folder."""

    folder: Path

    @property
    def is_set(self) -> bool:
        """True if the folder was deleted, even if another process has written to it since."""
        return self._path.exists()

    def set(self) -> None:
        """Mark the folder as deleted, if it can be."""
        with suppress(OSError):
            self._path.touch()

    def remove(self) -> None:
        """Let the folder be written again."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    @property
    def _path(self) -> Path:
        return self.folder.with_name(f"{self.folder.name}{_SUFFIX}")


def delete_old_marks(runs: Path) -> None:
    """Delete the marks of runs that were deleted so long ago that no process writes to them any more."""
    delete_older_files(runs, f"*{_SUFFIX}", _SECONDS_KEPT)
