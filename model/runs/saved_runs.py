"""Read-only access to the runs of the command line, each named after its folder."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from model.runs.run_description import RunDescription
from model.runs.run_file import RunFolderError
from model.runs.run_folder import RunFolder

_MAX_RUNS = 50


@dataclass(frozen=True, slots=True)
class SavedRun:
    """One run of the folder."""

    name: str
    folder: RunFolder
    description: RunDescription


def find_runs(path: Path) -> tuple[SavedRun, ...]:
    """Return the runs with weights in a folder, ordered by name; none if there is no such folder."""
    runs: list[SavedRun] = []
    with suppress(OSError):
        for entry in sorted(path.iterdir()):
            folder = RunFolder(entry)
            with suppress(RunFolderError):
                if folder.steps and len(runs) < _MAX_RUNS:
                    runs.append(SavedRun(entry.name, folder, folder.read_description()))
    return tuple(runs)
