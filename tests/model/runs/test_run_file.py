"""Tests of one file of a run: each fault is one sentence that names the file and no path."""

from pathlib import Path

import pytest

from model.runs.run_file import RunFile, RunFolderDamagedError, RunFolderError, RunFolderGoneError
from model.training.tensor_file import CheckpointError


def write(path: Path) -> None:
    path.write_bytes(b"{}")


def raise_error(error: Exception) -> None:
    raise error


def test_a_missing_file_is_named_without_its_path(tmp_path: Path) -> None:
    with pytest.raises(RunFolderError, match=r"^run\.json cannot be read \(No such file or directory\)\.$"):
        RunFile(tmp_path / "run.json").read(Path.read_bytes)


def test_a_file_that_the_system_does_not_let_be_read_is_told_from_a_missing_one(tmp_path: Path) -> None:
    (tmp_path / "run.json").symlink_to("run.json")
    (tmp_path / "train.tsv").mkdir()
    looped = RunFile(tmp_path / "run.json")
    for read in (lambda: looped.read(Path.read_bytes), lambda: looped.exists):
        with pytest.raises(RunFolderError, match=r"^run\.json cannot be read \(Too many levels") as raised:
            read()
        assert not isinstance(raised.value, RunFolderDamagedError)
    for name in ("none.json", "train.tsv", "train.tsv/none"):
        with pytest.raises(RunFolderDamagedError):
            RunFile(tmp_path / name).read(Path.read_bytes)


@pytest.mark.parametrize(
    "error",
    [CheckpointError("it ends early"), ValueError("it ends early."), CheckpointError("run.json it ends early")],
)
def test_a_damaged_file_is_named_with_the_reason(tmp_path: Path, error: Exception) -> None:
    with pytest.raises(RunFolderDamagedError, match=r"^run\.json cannot be used: it ends early\.$"):
        RunFile(tmp_path / "run.json").read(lambda _: raise_error(error))


def test_a_folder_that_is_gone_is_told_from_one_that_cannot_be_written(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    gone, blocked = tmp_path / "gone" / "run.json", tmp_path / "file" / "run.json"
    blocked.parent.write_bytes(b"no folder")
    with pytest.raises(RunFolderGoneError, match=r"^the folder of the run cannot be written"):
        RunFile(gone).write(write)
    with pytest.raises(
        RunFolderError, match=r"^the folder of the run cannot be written \(Not a directory\)\.$"
    ) as raised:
        RunFile(blocked).write(write)
    assert not isinstance(raised.value, RunFolderGoneError)
    assert f"{blocked} cannot be written (Not a directory)." in caplog.messages, "the log has the path"


def test_a_damaged_file_is_set_aside_and_a_missing_one_is_no_fault(tmp_path: Path) -> None:
    file = RunFile(tmp_path / "state.safetensors")
    file.set_aside()
    file.delete()
    file.path.write_bytes(b"damaged")
    file.set_aside()
    assert not file.exists
    assert (tmp_path / "state.damaged").read_bytes() == b"damaged"
    file.path.write_bytes(b"whole")
    file.delete()
    assert not file.exists
