"""The command ``translate``."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from model.__main__ import main
from tests.model.cli.arguments import TINY

ROOT = Path(__file__).parents[3]


def start(trained: Path, **streams) -> subprocess.Popen:
    command = [sys.executable, "-m", "model", "translate", "--model", str(trained)]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, **streams)


def test_case_and_punctuation_are_learned_and_translated_by_a_process_of_its_own(pairs: Path, tmp_path: Path) -> None:
    sizes = ["--layers=1", "--heads=2", "--d-model=32", "--d-ff=32"]
    assert main(["train", f"--corpus={pairs}", f"--out={tmp_path / 'x'}", "--steps=100", *sizes, *TINY[5:]]) == 0
    lines = [line.split("\t") for line in pairs.read_text(encoding="utf-8").splitlines()]
    held_out = (tmp_path / "x" / "held_out.tsv").read_text(encoding="utf-8")
    source, target = next(line for line in lines if line[0].startswith("Anna") and line[0] not in held_out)
    command = [sys.executable, "-m", "model", "translate", "--model", str(tmp_path / "x"), source]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", f"{target}\n")


def test_each_line_of_standard_input_gives_one_line(trained: Path, capsys, monkeypatch) -> None:
    lines = [b"the cat sings.", b"", b"  \t", "\u200b".encode(), b"caf\xe9", b"x" * 1000, b"the king\0eats", b"the dog"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\r\n".join(lines))))
    assert main(["translate", f"--model={trained}"]) == 0
    said = capsys.readouterr()
    assert len(said.out.split("\n")[:-1]) == len(lines)
    assert said.out.split("\n")[1:5] == [""] * 4
    assert said.err.splitlines() == [
        "Line 4: There is no word to translate.",
        "Line 5: byte 4 (0xe9) is not UTF-8.",
        "Line 6: The sentence is too long and was truncated.",
        "Line 7: Invisible characters were replaced by spaces.",
    ]


@pytest.mark.parametrize("line", ["the cat sings.", "Anna laughs."])
def test_a_line_is_translated_like_a_sentence(line: str, trained: Path, capsys, monkeypatch) -> None:
    assert main(["translate", f"--model={trained}", line]) == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line.encode())))
    assert main(["translate", f"--model={trained}"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == second


def test_a_translation_is_printed_before_the_next_line_is_read(trained: Path) -> None:
    with start(trained, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        for _ in range(2):
            process.stdin.write(b"the cat sings.\n")
            process.stdin.flush()
            assert process.stdout.readline().endswith(b"\n")
        process.stdin.close()
        assert process.wait(30) == 0


def test_a_reader_that_has_enough_is_no_error(trained: Path) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    process = start(trained, stdout=writes, stderr=subprocess.PIPE)
    os.close(writes)
    _, errors = process.communicate(b"the cat sings.\n" * 20)
    assert (process.returncode, errors) == (0, b"")
