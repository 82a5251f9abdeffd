"""Files that are written completely or not at all, and the lock of a folder."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from filelock import FileLock

from model import storage
from model.storage import exclude_other_processes, write_atomically


@pytest.fixture
def umask() -> Iterator[None]:
    """Let new files be read by the group, and by nobody else."""
    before = os.umask(0o027)
    yield
    os.umask(before)


def permissions(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.skipif(os.name != "posix", reason="Windows has no umask")
@pytest.mark.usefixtures("umask")
def test_a_new_file_has_the_permissions_of_the_umask_and_a_replaced_one_keeps_its_own(tmp_path: Path) -> None:
    path = tmp_path / "new" / "heads.json"
    write_atomically(path, b"1")
    assert permissions(path) == 0o640
    for mode in (0o600, 0o664, 0o444):
        path.chmod(mode)
        write_atomically(path, (b"2", b"3"))
        assert permissions(path) == mode
    assert path.read_bytes() == b"23"
    assert list(path.parent.iterdir()) == [path]


def test_a_folder_that_another_process_keeps_changing_is_not_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "_LONGEST_WAIT", 0.1)
    with (
        FileLock(tmp_path / "visitors.lock"),
        pytest.raises(TimeoutError, match="another process is writing there"),
        exclude_other_processes(tmp_path / "visitors"),
    ):
        raise AssertionError("entered without the lock")
    with exclude_other_processes(tmp_path / "visitors"):
        assert (tmp_path / "visitors.lock").exists()


def test_a_folder_that_cannot_be_written_needs_no_lock(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"no folder")
    with exclude_other_processes(tmp_path / "file" / "visitors"):
        pass
