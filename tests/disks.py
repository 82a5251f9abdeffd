"""Disks that are full or read-only: real ones where the tests may mount them, and calls that fail as on such disks."""

import errno
import itertools
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest

WAYS = ("mounted", "faked")  # parameters of the tests, so that their names say which disk they used


@contextmanager
def mounted(folder: Path, size: int = 5_000_000) -> Iterator[Path]:
    """Mount a disk of so many bytes at a new folder; the test is skipped where this user may not."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    is_root = os.name == "posix" and os.geteuid() == 0
    if not is_root or subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("only a user who may mount disks can try a real one")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def make_read_only(folder: Path) -> None:
    """Let nothing be changed any more on a mounted disk."""
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)


def fake_read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the calls fail that write a file, and that rename or delete a folder."""

    def refuse(path: object = "", _target: object = "", ignore_errors: bool = False, **_: object) -> None:
        if not ignore_errors:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    def open_to_read(path: Path, mode: str = "r", *arguments: Any, **options: Any) -> IO[Any]:
        if mode.strip("brt"):
            refuse(path)
        return real(path, mode, *arguments, **options)

    real = Path.open
    monkeypatch.setattr(shutil, "rmtree", refuse)
    monkeypatch.setattr(Path, "rename", refuse)
    monkeypatch.setattr(Path, "open", open_to_read)


def fake_full(monkeypatch: pytest.MonkeyPatch, n_files: int) -> None:
    """Let the disk be full after so many files."""
    real, left = os.fsync, itertools.count(n_files, -1)

    def fsync(file: int) -> None:
        if next(left) <= 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(file)

    monkeypatch.setattr(os, "fsync", fsync)
