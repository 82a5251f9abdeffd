"""The command ``info``."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from model.__main__ import main
from tests.model.cli.arguments import TINY

ROOT = Path(__file__).parents[3]


def test_info_tells_what_a_model_is(trained: Path, capsys) -> None:
    assert main(["info", f"--model={trained}"]) == 0
    said = capsys.readouterr().out
    for expected in ("d_model 16, d_ff 16", "0.1, post", "36 pairs, 4 held out", "step                   12 of 12"):
        assert expected in said


def test_info_tells_the_alignment_accuracy_where_there_are_gold_links(trained: Path, tmp_path: Path, capsys) -> None:
    (pairs := tmp_path / "pairs.tsv").write_text("".join(f"the {x}\tle {x}\t0-0 1-1\n" for x in "abcdefghij"))
    assert main(["train", f"--corpus={pairs}", f"--out={tmp_path / 'linked'}", *TINY]) == 0
    said = []
    for folder in (trained, tmp_path / "linked"):
        capsys.readouterr()
        assert main(["info", f"--model={folder}"]) == 0
        said.append(re.findall(r"alignment accuracy +[0-9.]+%", capsys.readouterr().out))
    assert list(map(len, said)) == [0, 1]


@pytest.mark.parametrize("text", ["null", "[]", "{}", '{"training": {"steps": 0}}', "[" * 100_000])
def test_invalid_descriptions_are_refused(text: str, trained: Path, tmp_path: Path, capsys) -> None:
    (tmp_path / "run.json").write_text(text)
    weights = "step-0000012.safetensors"
    (tmp_path / weights).write_bytes((trained / weights).read_bytes())
    assert main(["info", f"--model={tmp_path}"]) == 2
    assert "does not describe how a model is trained" in capsys.readouterr().err
    assert main(["evaluate", f"--model={tmp_path}"]) == 2
    assert "does not describe how a model is trained" in capsys.readouterr().err


def test_a_reader_that_has_enough_is_no_error(trained: Path) -> None:
    command = [sys.executable, "-m", "model", "info", "--model", str(trained)]
    reads, writes = os.pipe()
    os.close(reads)
    done = subprocess.run(command, cwd=ROOT, stdout=writes, stderr=subprocess.PIPE)
    os.close(writes)
    assert (done.returncode, done.stderr) == (0, b"")
