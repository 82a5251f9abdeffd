"""Folders that disappear at once: nobody finds half of one, or loses what is made in its place meanwhile."""

import errno
import secrets
import shutil
from contextlib import suppress
from pathlib import Path

_DELETING = "deleting-"


def delete_folder(folder: Path) -> None:
    """Rename a folder and delete it with all its files; delete it where it is, if it cannot be renamed.

    Raises:
        OSError: it cannot be deleted, or is a link.
    """
    if folder.is_symlink():
        raise OSError(errno.ENOTDIR, "it is a link", str(folder))
    renamed = folder.with_name(f"{_DELETING}{secrets.token_hex(8)}")
    try:
        folder.rename(renamed)
    except FileNotFoundError:
        return
    except OSError:  # a file in it is open (Windows), or it belongs to the image of a container
        shutil.rmtree(folder, ignore_errors=True)
        try:
            if folder.exists():
                shutil.rmtree(folder)
        except OSError as error:
            if error.errno not in (errno.ENOENT, errno.ENOTEMPTY):  # a process that writes to it will delete it
                raise
    else:
        for _ in range(2):  # a process may have been writing a file into it
            shutil.rmtree(renamed, ignore_errors=True)


def delete_renamed_folders(parent: Path) -> None:
    """Delete the folders that a killed process was deleting."""
    with suppress(OSError):
        for folder in parent.glob(f"{_DELETING}*"):
            shutil.rmtree(folder, ignore_errors=True)
