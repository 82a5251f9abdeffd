"""The command ``translate``."""

import subprocess
import sys
from pathlib import Path

from model.__main__ import main
from tests.model.cli.arguments import TINY

ROOT = Path(__file__).parents[3]


def test_case_and_punctuation_are_learned_and_translated_by_a_process_of_its_own(pairs: Path, tmp_path: Path) -> None:
    sizes = ["--layers=1", "--heads=2", "--d-model=32", "--d-ff=32"]
    assert main(["train", f"--corpus={pairs}", f"--out={tmp_path / 'x'}", "--steps=100", *sizes, *TINY[5:]]) == 0
    lines = [line.split("\t") for line in pairs.read_text(encoding="utf-8").splitlines()]
    held_out = (tmp_path / "x" / "held_out.tsv").read_text(encoding="utf-8")
    source, target = next(line for line in lines if line[0].startswith("Anna") and line[0] not in held_out)
    command = [sys.executable, "-m", "model", "translate", "--model", str(tmp_path / "x"), source]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", f"{target}\n")
