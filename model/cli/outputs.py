"""The files that commands write."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from model.cli.parser import CommandError


@contextmanager
def writing(path: Path | None) -> Iterator[None]:
    """Say which file it is, if it cannot be written; raises ``CommandError``."""
    try:
        yield
    except OSError as error:
        raise CommandError(f"{path} cannot be written ({error.strerror}).") from None
