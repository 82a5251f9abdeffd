"""The lock of a folder."""

from pathlib import Path

import pytest
from filelock import FileLock

from model.storage import folder_lock
from model.storage.folder_lock import exclude_other_processes


def test_a_folder_that_another_process_keeps_changing_is_not_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_lock, "_LONGEST_WAIT", 0.1)
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
