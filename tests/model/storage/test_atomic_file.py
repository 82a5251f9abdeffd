"""A file is whole or not there, and as readable as the user's other files."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from model.storage.atomic_file import delete_partial_files, write_atomically


def test_a_write_that_fails_leaves_the_earlier_file_alone(tmp_path: Path) -> None:
    def fail() -> Iterator[bytes]:
        yield b"half"
        raise KeyError

    path = tmp_path / "new" / "run.json"
    write_atomically(path, b"whole")
    with pytest.raises(KeyError):
        write_atomically(path, fail())
    assert [(each.name, each.read_bytes()) for each in path.parent.iterdir()] == [("run.json", b"whole")]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_others_may_read_what_the_user_lets_them_read(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    write_atomically(tmp_path / "ours", b"")
    rights = {stat.S_IMODE(each.stat().st_mode) for each in tmp_path.iterdir()}
    assert len(rights) == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_a_private_file_stays_private(tmp_path: Path) -> None:
    (path := tmp_path / "private").touch(mode=0o600)
    write_atomically(path, b"new")
    assert (stat.S_IMODE(path.stat().st_mode), path.read_bytes()) == (0o600, b"new")


def test_a_name_of_the_greatest_length_can_be_written(tmp_path: Path) -> None:
    write_atomically(tmp_path / f"{'a' * 250}.npz", b"")


def test_all_old_parts_are_deleted_although_another_process_deletes_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        (tmp_path / f"{number}.part").touch()
        os.utime(tmp_path / f"{number}.part", (0, 0))
    (tmp_path / "new.part").touch()
    missing, unlink = [], Path.unlink

    def unlink_once(path: Path) -> None:
        if not missing:
            missing.append(path)
            raise FileNotFoundError
        unlink(path)

    monkeypatch.setattr(Path, "unlink", unlink_once)
    delete_partial_files(tmp_path)
    assert sorted(tmp_path.iterdir()) == sorted([*missing, tmp_path / "new.part"])
