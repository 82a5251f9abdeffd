"""The lines that commands print, and the files that they write."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from model.cli.parser import CommandError
from model.storage.atomic_file import write_atomically


def print_line(label: str, value: str) -> None:
    """Print a value behind its label, in the same column for all labels of at most 22 letters."""
    print(f"{label:<22} {value}")


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Say which file it is, if it cannot be written; raises ``CommandError``."""
    try:
        yield
    except OSError as error:
        raise CommandError(f"{path} cannot be written ({error.strerror}).") from None


def write_output(path: Path, data: bytes) -> None:
    """Write a file completely or not at all; raises ``CommandError`` where that fails."""
    with writing(path):
        if path.is_symlink() or (path.exists() and not path.is_file()):  # such as /dev/stdout, which must stay
            path.write_bytes(data)
        else:
            write_atomically(path, data)


@contextmanager
def open_output(path: Path) -> Iterator[TextIO]:
    """Open a text file to write, emptying it, and close it; raises ``CommandError`` where that fails."""
    with writing(path):
        file = path.open("w", encoding="utf-8")
    try:
        yield file
    finally:
        with writing(path):  # closing writes what is left
            file.close()
