"""A run as one file: a zip archive, uncompressed, of what its folder holds, with a checksum for each part.

A file from elsewhere is believed nothing: only known names of known sizes are unpacked, beside the place they belong
to, and all of them are read before they are moved there. Nothing in them can run.
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

from model.corpus.tsv import CorpusError
from model.runs.kept_snapshots import MAX_KEPT
from model.runs.run_description import RunDescription
from model.runs.run_folder import FACTS, HELD_OUT, STATE, TRAIN, RunFolder, RunFolderError
from model.runs.run_state import Status

MAX_BYTES = 200_000_000  # unpacked
MAX_LAYERS, MAX_HEADS = 6, 16  # of an imported model
_UNPACKING, _SECONDS_TO_UNPACK = "unpacking-", 3600
_PART = re.compile(rf"{re.escape(FACTS)}|{TRAIN}|{HELD_OUT}|{re.escape(STATE)}|step-\d{{7}}\.safetensors", re.ASCII)
_MAX_PARTS = 2 * MAX_KEPT
_ENTRY = b"PK\x01\x02"  # begins each entry of a zip's table; in weights it hardly ever occurs
_MAX_ENTRIES = 1000


class ArchiveError(ValueError):
    """A file is not a run that can be used; the message says why, in one sentence."""


def pack(folder: RunFolder) -> bytes:
    """A run as one file.

    Raises:
        RunFolderError: the folder cannot be read, there are no weights in it, or it is too large.
    """
    if not folder.steps:
        raise RunFolderError(f"{folder.path.name} holds no weights yet.")
    if folder.size > MAX_BYTES:
        raise RunFolderError(f"{folder.path.name} is larger than {MAX_BYTES:,} bytes, the most that one file holds.")
    data = io.BytesIO()
    try:
        with zipfile.ZipFile(data, "w", zipfile.ZIP_STORED, strict_timestamps=False) as archive:
            for path in sorted(folder.path.iterdir()):
                if _PART.fullmatch(path.name):
                    archive.write(path, path.name)
    except OSError as error:
        raise RunFolderError(f"{folder.path.name} cannot be read ({error.strerror}).") from None
    return data.getvalue()


def unpack(data: bytes, runs: Path, at_hand: Collection[str], *, is_trusted: bool = False) -> RunDescription:
    """Put the run of a file into a folder of runs; one that is there already stays as it is.

    It is another run than one of the same settings that is begun here, and the same as another of the same content.

    Args:
        data: the file.
        runs: the folder that holds all runs.
        at_hand: digests of the corpora that a run need not bring along.
        is_trusted: whether the file comes from the command line here, and is what it says.

    Returns:
        What the run is. It does not train before somebody asks for it.

    Raises:
        ArchiveError: the file cannot be used; nothing has been changed.
        OSError: the folder cannot be written.
    """
    parts = _parts(data)
    runs.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=runs, prefix=_UNPACKING) as name:
        folder = RunFolder(Path(name) / "run")
        folder.path.mkdir()
        for part, content in parts.items():
            (folder.path / part).write_bytes(content)
        try:
            facts = _checked(folder, at_hand)
            if not is_trusted:
                _check_size(facts)
            has_ended = facts.status is Status.TRAINED and folder.steps[-1] == facts.training.steps
            if not has_ended and facts.status is not Status.PAUSED:
                facts = facts.doing(Status.STOPPED)
            if not is_trusted:
                facts = replace(facts, brought=_content(parts))
            folder.write_facts(facts)
        except RunFolderError as error:
            raise ArchiveError(f"The file cannot be used: {_without(error, folder.path)}") from None
        target = runs / facts.digest
        if not target.exists():
            folder.path.rename(target)
    return facts


def tidy(runs: Path) -> None:
    """Delete what a process that was killed had begun to unpack."""
    with suppress(OSError):
        for folder in runs.glob(f"{_UNPACKING}*"):
            if time.time() - folder.stat().st_mtime > _SECONDS_TO_UNPACK:
                shutil.rmtree(folder, ignore_errors=True)


def _content(parts: Mapping[str, bytes]) -> str:
    """Names all that is in a file but what it says of itself."""
    digests = [f"{part} {hashlib.sha256(content).hexdigest()}" for part, content in parts.items() if part != FACTS]
    return hashlib.sha256("\n".join(sorted(digests)).encode()).hexdigest()


def _parts(data: bytes) -> dict[str, bytes]:
    if data.count(_ENTRY) > _MAX_ENTRIES:
        raise ArchiveError("The file holds more parts than a run has.")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            for info in infos:
                if not _PART.fullmatch(info.filename):
                    raise ArchiveError(f"The file holds {info.filename[:40]!r}, which no run has.")
                if info.compress_type != zipfile.ZIP_STORED or info.flag_bits & 1:
                    raise ArchiveError("The file was packed in another way than runs are.")
            if len({info.filename for info in infos}) < len(infos) or len(infos) > _MAX_PARTS:
                raise ArchiveError("The file holds more parts than a run has.")
            if sum(info.file_size for info in infos) > MAX_BYTES:
                raise ArchiveError(f"The run is larger than {MAX_BYTES:,} bytes.")
            return {info.filename: archive.read(info) for info in infos}
    except ArchiveError:
        raise
    except (zipfile.BadZipFile, EOFError, NotImplementedError, OverflowError, OSError, ValueError):
        raise ArchiveError("The file is no run, or it is damaged or cut short.") from None


def _checked(folder: RunFolder, at_hand: Collection[str]) -> RunDescription:
    """Read everything once.

    Raises:
        RunFolderError: something cannot be used, or does not belong together.
    """
    facts = folder.facts()
    if not folder.steps:
        raise RunFolderError("there are no weights in it.")
    for step in folder.steps:
        snapshot = folder.load(step)
        is_its_own = snapshot.step == step and snapshot.translator.model.config == facts.model
        if not is_its_own or step > facts.training.steps:
            raise RunFolderError(f"the weights of step {step} are of another training.")
    folder.load_state()
    if (folder.path / TRAIN).exists():
        _check_corpus(folder, facts)
    elif facts.corpus_digest not in at_hand:
        raise RunFolderError("the sentences it was trained on are not in it, and are not those of this version.")
    return facts


def _check_size(facts: RunDescription) -> None:
    """Weights say little of how large the maps are that pages draw at every key."""
    model = facts.model
    if model.n_layers > MAX_LAYERS or model.n_heads > MAX_HEADS:
        raise RunFolderError(
            f"it has {model.n_layers:,} layers of {model.n_heads:,} heads, and pages show up to {MAX_LAYERS} layers of"
            f" {MAX_HEADS} heads."
        )


def _check_corpus(folder: RunFolder, facts: RunDescription) -> None:
    corpus = folder.corpus()
    try:
        n_pairs = (len(corpus.train), len(corpus.held_out))
        is_its_own = corpus.digest == facts.corpus_digest and n_pairs == (facts.n_train, facts.n_held_out)
    except (CorpusError, OSError) as error:
        raise RunFolderError(f"its sentences cannot be read: {error}") from None
    if not is_its_own:
        raise RunFolderError("its sentences are not those it was trained on.")


def _without(error: RunFolderError, path: Path) -> str:
    return str(error).replace(f"{path}/", "").replace("..", ".")
