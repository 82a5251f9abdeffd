"""The command ``analyse``."""

import csv
import json
from pathlib import Path

import pytest

from model.__main__ import main


def test_json_and_csv_hold_the_same_heads(trained: Path, tmp_path: Path) -> None:
    for name in ("heads.json", "heads.csv"):
        assert main(["analyse", f"--model={trained}", f"--out={tmp_path / name}"]) == 0
    heads = json.loads((tmp_path / "heads.json").read_text())["heads"]
    with (tmp_path / "heads.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(head["kind"], head["layer"], head["head"]) for head in heads] == [
        (kind, 1, head) for kind in ("cross", "encoder", "decoder") for head in (1, 2)
    ]
    assert [float(row["entropy"]) for row in rows] == [head["entropy"] for head in heads]
    assert all("aer" not in head for head in heads), "this corpus has no gold links"


@pytest.mark.parametrize(
    ("name", "more", "message"),
    [("heads.txt", [], "ends neither"), ("heads.json", ["--step=7"], "step 7 are not kept; kept are those of")],
)
def test_what_cannot_be_done_is_said(
    name: str, more: list[str], message: str, trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", f"--model={trained}", f"--out={tmp_path / name}", *more]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / name).exists()
