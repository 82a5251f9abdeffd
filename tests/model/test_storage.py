"""Files that are written completely or not at all, and the lock of a folder."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from model.storage import write_atomically


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
