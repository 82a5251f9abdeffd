"""Runs that the command line made in a folder of its own, by the names their folders have; they are only read."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from model.runs.run_description import RunDescription
from model.runs.run_folder import RunFolder, RunFolderError

MOST_FOUND = 50


@dataclass(frozen=True, slots=True)
class Found:
    """One run there."""

    name: str
    folder: RunFolder
    facts: RunDescription


def found(path: Path) -> tuple[Found, ...]:
    """The runs with weights in a folder, in the order of their names; none where there is no such folder."""
    runs: list[Found] = []
    with suppress(OSError):
        for entry in sorted(path.iterdir()):
            folder = RunFolder(entry)
            with suppress(RunFolderError):
                if folder.steps and len(runs) < MOST_FOUND:
                    runs.append(Found(entry.name, folder, folder.facts()))
    return tuple(runs)
