"""A small corpus file, and a run that the command line trained on it."""

from pathlib import Path

import pytest

from model.__main__ import main
from tests.model.cli.arguments import DEEDS, NAMES, TINY


@pytest.fixture(scope="package")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("corpus") / "pairs.tsv"
    lines = [f"{name} {deed}.\t{name} {fait}.\n" for name in NAMES for deed, fait in DEEDS.items()]
    path.write_text("".join(lines), encoding="utf-8")
    return path


@pytest.fixture(scope="package")
def trained(pairs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("runs") / "x"
    assert main(["train", f"--corpus={pairs}", f"--out={out}", "--norm=post", "--dropout=0.1", *TINY]) == 0
    return out
