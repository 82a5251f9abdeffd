"""A small run, and the file it makes."""

import io
import zipfile

import pytest

from model.corpus import Corpus
from model.runs.archive import pack
from model.runs.run_folder import RunFolder
from tests.model.runs.archive.packing import Parts, trained


@pytest.fixture(scope="module")
def run(written: Corpus, tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    return trained(written, tmp_path_factory.mktemp("run") / "x", keeps_corpus=True)


@pytest.fixture(scope="module")
def packed(run: RunFolder) -> bytes:
    return pack(run)


@pytest.fixture(scope="module")
def parts(packed: bytes) -> Parts:
    with zipfile.ZipFile(io.BytesIO(packed)) as zip_:
        return {name: zip_.read(name) for name in zip_.namelist()}
