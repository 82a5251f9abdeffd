"""Helpers of the archive tests: a small run, its parts, and files made of them."""

import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from model.corpus import Corpus
from model.runs.archive import ArchiveError, unpack
from model.runs.run_description import RunDescription
from model.runs.run_folder import DESCRIPTION, RunFolder
from model.runs.run_state import Status
from model.runs.training_run import TrainingRun
from model.training.config import TrainingConfig
from tests.model.conftest import SMALL

SHORT = TrainingConfig(steps=6, batch_size=16, device="cpu")
NEWEST = "step-0000006.safetensors"
Parts = dict[str, bytes]


def trained(corpus: Corpus, folder: Path, *, keeps_corpus: bool) -> RunFolder:
    description = RunDescription.of(corpus, SMALL, SHORT)
    run = TrainingRun(corpus, description, RunFolder(folder), keeps_corpus=keeps_corpus)
    assert run.join(60).status is Status.TRAINED
    return run.folder


def zipped(parts: Parts, compression: int = zipfile.ZIP_STORED) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", compression) as zip_:
        for name, content in parts.items():
            zip_.writestr(name, content)
    return data.getvalue()


def changed(parts: Parts, name: str, change: Callable[[dict], None]) -> Parts:
    """With other facts."""
    facts = json.loads(parts[name])
    change(facts)
    return {**parts, name: json.dumps(facts).encode()}


def refused(data: bytes, folder: Path) -> str:
    """Return why a file is refused; nothing of it stays behind."""
    with pytest.raises(ArchiveError) as error:
        unpack(data, folder, [])
    assert not list(folder.glob("*"))
    message = str(error.value)
    assert message.endswith(".")
    assert len(message.splitlines()) == 1
    assert str(folder) not in message
    return message


def same_parts(folder: Path, parts: Parts) -> bool:
    """Return True if all has arrived unchanged, but for the digest of the file."""
    arrived = {path.name: path.read_bytes() for path in folder.iterdir()}
    arrived[DESCRIPTION] = replace(RunDescription.from_json(arrived[DESCRIPTION]), imported="").to_json()
    return arrived == {**parts, DESCRIPTION: RunDescription.from_json(parts[DESCRIPTION]).to_json()}
