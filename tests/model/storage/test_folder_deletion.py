"""A folder is deleted at once, and what is made in its place stays."""

import errno
import os
import shutil
from pathlib import Path

import pytest

from model.storage.folder_deletion import delete_folder, delete_renamed_folders


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (folder := tmp_path / "folder").mkdir()
    (folder / "file").write_text("of a run")
    return folder


def test_a_folder_is_deleted_and_a_missing_one_is_no_error(folder: Path) -> None:
    for _ in range(2):
        delete_folder(folder)
        assert not list(folder.parent.iterdir())


def test_a_folder_that_is_made_again_while_the_earlier_one_is_deleted_stays(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rmtree = shutil.rmtree

    def make_again(path: Path, **options: bool) -> None:
        rmtree(path, **options)
        folder.mkdir(exist_ok=True)
        (folder / "file").write_text("of another run")

    monkeypatch.setattr(shutil, "rmtree", make_again)
    delete_folder(folder)
    assert (folder / "file").read_text() == "of another run"
    assert list(folder.parent.iterdir()) == [folder]


def test_a_file_that_is_written_meanwhile_is_deleted_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rmtree = shutil.rmtree

    def write_then_fail(path: Path, **_: bool) -> None:
        monkeypatch.setattr(shutil, "rmtree", rmtree)
        (path / "file.part").touch()

    monkeypatch.setattr(shutil, "rmtree", write_then_fail)
    delete_folder(folder)
    assert not list(folder.parent.iterdir())


@pytest.mark.skipif(os.name == "nt", reason="Windows lets only some users make links")
def test_a_link_and_its_folder_stay_and_this_is_said(folder: Path) -> None:
    (link := folder.with_name("link")).symlink_to(folder)
    with pytest.raises(OSError, match="a link"):
        delete_folder(link)
    assert (link / "file").exists()


def test_a_folder_that_cannot_be_renamed_is_deleted_where_it_is(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Path) -> None:
        raise OSError(errno.EXDEV, "another layer")

    monkeypatch.setattr(Path, "rename", refuse)
    delete_folder(folder)
    assert not list(folder.parent.iterdir())


def test_what_a_killed_process_was_deleting_is_swept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as killed:
        killed.setattr(shutil, "rmtree", lambda *_, **__: None)
        delete_folder(folder)
    assert not folder.exists()
    assert len(list(folder.parent.iterdir())) == 1
    delete_renamed_folders(folder.parent)
    assert not list(folder.parent.iterdir())
