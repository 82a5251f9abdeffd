"""Archives: a run as one uncompressed zip file of its folder, with a checksum for each part.

The content of an archive is untrusted. Only known names of limited size are unpacked, into a temporary folder, and all
parts are read and checked before the folder is moved into place. Reading them never executes code.
"""

import hashlib
import io
import re
import shutil
import tempfile
import time
import zipfile
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from model.runs.kept_snapshots import MAX_KEPT
from model.runs.run_check import check_run
from model.runs.run_description import RunDescription
from model.runs.run_file import RunFolderError
from model.runs.run_folder import DESCRIPTION, HELD_OUT, STATE, STEP_NAME, TRAIN, RunFolder
from model.runs.run_state import Status

MAX_BYTES = 200_000_000  # unpacked
_UNPACKING, _SECONDS_TO_UNPACK = "unpacking-", 3600
_PART = re.compile("|".join([*map(re.escape, (DESCRIPTION, TRAIN, HELD_OUT, STATE)), STEP_NAME]))
_MAX_PARTS = 2 * MAX_KEPT
_ENTRY = b"PK\x01\x02"  # the signature of an entry in the central directory; rare in weights
_MAX_ENTRIES = 1000


class ArchiveError(ValueError):
    """A file cannot be imported; the message gives the reason in one sentence."""


def pack(folder: RunFolder) -> bytes:
    """Return a run as the bytes of an archive.

    Raises:
        RunFolderError: the folder cannot be read, holds no weights, or is too large.
    """
    if not folder.steps:
        raise RunFolderError(f"{folder.path.name} holds no weights yet.")
    if folder.size > MAX_BYTES:
        raise RunFolderError(f"{folder.path.name} is larger than {MAX_BYTES:,} bytes, the limit for one file.")
    data = io.BytesIO()
    try:
        with zipfile.ZipFile(data, "w", zipfile.ZIP_STORED, strict_timestamps=False) as archive:
            for path in sorted(folder.path.iterdir()):
                if _PART.fullmatch(path.name):
                    archive.write(path, path.name)
    except OSError as error:
        raise RunFolderError(f"{folder.path.name} cannot be read ({error.strerror}).") from None
    return data.getvalue()


def unpack(data: bytes, runs: Path, known_corpora: Collection[str], *, is_trusted: bool = False) -> RunDescription:
    """Import the run of an archive into a folder of runs, unless it has been imported before.

    An imported run has another digest than a run with the same settings that began here; archives of the same content
    have the same digest.

    Args:
        data: the archive.
        runs: the folder that holds all runs.
        known_corpora: digests of corpora that an archive need not contain.
        is_trusted: True if the run was trained on this machine: its digest and size are not checked.

    Returns:
        The description of the run. Its training does not start by itself.

    Raises:
        ArchiveError: the archive is refused; nothing has been changed.
        OSError: the folder cannot be written.
    """
    parts = _read_parts(data)
    runs.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=runs, prefix=_UNPACKING) as name:
        folder = RunFolder(Path(name) / "run")
        folder.path.mkdir()
        for part, content in parts.items():
            (folder.path / part).write_bytes(content)
        try:
            description = check_run(folder, known_corpora, is_limited=not is_trusted)
            has_ended = description.status is Status.TRAINED and folder.steps[-1] == description.training.steps
            if not has_ended and description.status is not Status.PAUSED:
                description = description.with_status(Status.STOPPED)
            if not is_trusted:
                description = replace(description, imported=_compute_digest(parts))
            folder.write_description(description)
        except RunFolderError as error:
            raise ArchiveError(f"The file cannot be opened: {_without_path(error, folder.path)}") from None
        target = runs / description.digest
        if not target.exists():
            RunFolder(target).deletion_mark.remove()
            try:
                folder.path.rename(target)
            except OSError:
                if not target.exists():  # else the same file was imported twice at once
                    raise
    return description


def delete_partial_imports(runs: Path) -> None:
    """Delete the folders into which a killed process was unpacking."""
    with suppress(OSError):
        for folder in runs.glob(f"{_UNPACKING}*"):
            with suppress(OSError):
                if time.time() - folder.stat().st_mtime > _SECONDS_TO_UNPACK:
                    shutil.rmtree(folder, ignore_errors=True)


def _compute_digest(parts: Mapping[str, bytes]) -> str:
    """Return a digest of all parts but the description."""
    digests = [
        f"{part} {hashlib.sha256(content).hexdigest()}" for part, content in parts.items() if part != DESCRIPTION
    ]
    return hashlib.sha256("\n".join(sorted(digests)).encode()).hexdigest()


def _read_parts(data: bytes) -> dict[str, bytes]:
    if data.count(_ENTRY) > _MAX_ENTRIES:
        raise ArchiveError("The file holds more parts than a run has.")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            for info in infos:
                if not _PART.fullmatch(info.filename):
                    raise ArchiveError(f"This is not the file of a run: it contains {info.filename[:40]!r}.")
                if info.compress_type != zipfile.ZIP_STORED or info.flag_bits & 1:
                    raise ArchiveError("The file is compressed or encrypted, which runs are not.")
            if len({info.filename for info in infos}) < len(infos) or len(infos) > _MAX_PARTS:
                raise ArchiveError("The file holds more parts than a run has.")
            if sum(info.file_size for info in infos) > MAX_BYTES:
                raise ArchiveError(f"The run is larger than {MAX_BYTES:,} bytes.")
            return {info.filename: archive.read(info) for info in infos}
    except ArchiveError:
        raise
    except (zipfile.BadZipFile, EOFError, NotImplementedError, OverflowError, OSError, ValueError):
        raise ArchiveError("The file is not a run, or it is damaged or truncated.") from None


def _without_path(error: RunFolderError, path: Path) -> str:
    return str(error).replace(f"{path}/", "")
