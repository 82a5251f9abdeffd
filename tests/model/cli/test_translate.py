"""The command ``translate``."""

import io
import os
import re
import subprocess
import sys
from json import loads
from pathlib import Path
from typing import Any

import pytest

from model.__main__ import main
from model.cli import translate as cli
from model.cli.parser import CommandError
from model.corpus import Corpus, Pair
from model.data.sentence import MAX_CHARACTERS
from model.inference.record_json import read_json
from model.inference.record_npz import read_npz
from model.training.snapshot import Snapshot
from model.transformer.kind import Kind
from tests.disks import fake_full
from tests.model.cli.arguments import TINY
from tests.model.inference.records import assert_same

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


def test_the_mark_at_the_begin_of_a_text_file_is_no_word(trained: Path, capsys, monkeypatch) -> None:
    assert main(["translate", f"--model={trained}", "the cat sings."]) == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("the cat sings.".encode("utf-8-sig"))))
    assert main(["translate", f"--model={trained}"]) == 0
    said = capsys.readouterr()
    first, second = said.out.splitlines()
    assert (first, said.err) == (second, "")


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
        assert process.wait(120) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_output_that_cannot_be_written_is_one_sentence(trained: Path) -> None:
    with open("/dev/full", "wb") as full:
        process = start(trained, stdout=full, stderr=subprocess.PIPE)
        _, errors = process.communicate(b"the cat sings.\n")
    assert (process.returncode, errors) == (2, b"The command was ended (No space left on device).\n")


def test_closed_streams_are_no_traceback(trained: Path, capsys, monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["translate", f"--model={trained}"]) == 2
    assert "Standard input is closed" in capsys.readouterr().err
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["translate", f"--model={trained}", "the cat sings."]) == 0

    def fail(_) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(cli, "run", fail)
    assert main(["translate", f"--model={trained}", "the cat sings."]) == 2
    assert capsys.readouterr().err.endswith("The command was ended (No space left on device).\n")


def test_an_encoding_without_french_spaces_loses_them_only(trained: Path) -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    process = start(trained, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
    output, errors = process.communicate("where is Zoé?\n".encode())
    assert (process.returncode, errors) == (0, b"")
    assert output.decode("ascii")


def test_a_reader_that_has_enough_is_no_error(trained: Path) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    process = start(trained, stdout=writes, stderr=subprocess.PIPE)
    os.close(writes)
    _, errors = process.communicate(b"the cat sings.\n" * 20)
    assert (process.returncode, errors) == (0, b"")


def test_records_are_written_and_read_back(trained: Path, tmp_path: Path, capsys) -> None:
    json, npz = tmp_path / "x.json", tmp_path / "x.npz"
    assert main(["translate", f"--model={trained}", f"--json={json}", f"--npz={npz}", "the cat sings."]) == 0
    (translation, _), (again, _) = read_json(json.read_bytes()), read_npz(npz.read_bytes())
    assert translation.source[:3] == ("the", "cat", "sings")
    assert_same(translation, again)
    assert capsys.readouterr().err == ""


def test_the_html_file_shows_the_record(trained: Path, tmp_path: Path, capsys) -> None:
    html, json = tmp_path / "x.html", tmp_path / "x.json"
    assert main(["translate", f"--model={trained}", f"--html={html}", f"--json={json}", "<b> sings"]) == 0
    written = html.read_text(encoding="utf-8")
    found = re.search(r'id="record">(.*?)</script>', written)
    assert found
    record = loads(found[1])
    expected = loads(json.read_text(encoding="utf-8"))
    assert {**record, "maps": None} == {**expected, "maps": None}
    assert record["maps"]["cross"]["shape"] == list(read_json(json.read_bytes())[0].maps[Kind.CROSS].shape)
    assert "<bdi>&lt;b&gt; sings</bdi>" in written
    assert capsys.readouterr().err == ""


def read_view(html: Path) -> dict[str, Any]:
    found = re.search(r'id="view">(.*?)</script>', html.read_text(encoding="utf-8"))
    assert found
    return loads(found[1])


def test_the_html_file_marks_the_gold_links(trained: Path, tmp_path: Path, monkeypatch) -> None:
    def find_links() -> list[list[int]]:
        html = tmp_path / "x.html"
        assert main(["translate", f"--model={trained}", f"--html={html}", "Anna laughs."]) == 0
        return read_view(html)["gold"]

    def refuse(path: Path) -> Corpus:
        raise CommandError(f"{path} has no pairs")

    assert find_links() == []
    pair = Pair(("Anna", "laughs."), ("Anna", "rit."), frozenset({(1, 0), (0, 1)}))
    monkeypatch.setattr(cli, "find_gold_alignment", lambda corpus, *_: pair)
    assert find_links() == [[0, 1], [1, 0]]
    monkeypatch.setattr(cli, "read_run_corpus", refuse)
    assert find_links() == []


def test_the_html_file_is_french_if_the_model_translates_the_toy_language(
    trained: Path, barely_trained: Snapshot, tmp_path: Path, monkeypatch
) -> None:
    def read_language() -> str:
        html = tmp_path / "x.html"
        assert main(["translate", f"--model={trained}", f"--html={html}", "the cat sings"]) == 0
        return read_view(html)["language"]

    assert read_language() == ""
    monkeypatch.setattr(cli, "load_model", lambda _: barely_trained)
    assert read_language() == "fr"


def test_each_line_of_standard_input_gives_a_record(trained: Path, tmp_path: Path, capsys, monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"the cat sings.\n\nAnna laughs.")))
    files = [f"--json={tmp_path / 'x.jsonl'}", f"--npz={tmp_path / 'x.npz'}", f"--html={tmp_path / 'x.html'}"]
    assert main(["translate", f"--model={trained}", *files]) == 0
    assert capsys.readouterr().out.count("\n") == 3
    lines = [read_json(line)[0] for line in (tmp_path / "x.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line.source[0] for line in lines] == ["the", "Anna"]
    assert sorted(path.name for path in tmp_path.glob("*.npz")) == ["x-1.npz", "x-3.npz"]
    assert sorted(path.name for path in tmp_path.glob("*.html")) == ["x-1.html", "x-3.html"]
    assert "<bdi>Anna laughs.</bdi>" in (tmp_path / "x-3.html").read_text(encoding="utf-8")
    assert_same(lines[1], read_npz((tmp_path / "x-3.npz").read_bytes())[0])


def test_a_command_that_fails_before_it_translates_leaves_an_earlier_record(
    trained: Path, tmp_path: Path, capsys, monkeypatch
) -> None:
    earlier = tmp_path / "old.json"
    earlier.write_text("a record")
    monkeypatch.setattr(sys, "stdin", None)
    for sentence in ([""], []):
        assert main(["translate", f"--model={trained}", f"--json={earlier}", *sentence]) == 2
    assert capsys.readouterr().err.startswith("There is no word to translate.\nStandard input is closed")
    assert earlier.read_text() == "a record"


def test_a_sentence_of_the_greatest_length_is_not_called_too_long(trained: Path, capsys) -> None:
    sentence = f"the{'cat'.rjust(MAX_CHARACTERS - 3)}"
    assert main(["translate", f"--model={trained}", sentence]) == 0
    assert capsys.readouterr().err == ""
    assert main(["translate", f"--model={trained}", f"{sentence}s"]) == 0
    assert capsys.readouterr().err == "The sentence is too long and was truncated.\n"


@pytest.mark.parametrize("option", ["--json", "--npz", "--html"])
def test_a_file_that_cannot_be_written_gets_a_sentence(option: str, trained: Path, tmp_path: Path, capsys) -> None:
    assert main(["translate", f"--model={trained}", f"{option}={tmp_path / 'none' / 'x'}", "the cat"]) == 2
    assert capsys.readouterr().err.startswith(f"{tmp_path / 'none' / 'x'} cannot be written")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("option", ["--json", "--npz", "--html"])
def test_a_full_disk_is_said_of_the_file(option: str, trained: Path, capsys) -> None:
    assert main(["translate", f"--model={trained}", f"{option}=/dev/full", "the cat"]) == 2
    assert capsys.readouterr().err == "/dev/full cannot be written (No space left on device).\n"


@pytest.mark.parametrize("option", ["--json", "--npz", "--html"])
def test_a_full_disk_leaves_an_earlier_file(option: str, trained: Path, tmp_path: Path, capsys, monkeypatch) -> None:
    (earlier := tmp_path / "x").write_text("a record")
    fake_full(monkeypatch, n_files=0)
    assert main(["translate", f"--model={trained}", f"{option}={earlier}", "the cat"]) == 2
    assert capsys.readouterr().err == f"{earlier} cannot be written (No space left on device).\n"
    assert [(path, path.read_text()) for path in tmp_path.iterdir()] == [(earlier, "a record")]


def test_a_link_is_written_through(trained: Path, tmp_path: Path) -> None:
    (link := tmp_path / "link").symlink_to(tmp_path / "x.npz")
    for _ in range(2):
        assert main(["translate", f"--model={trained}", f"--npz={link}", "the cat"]) == 0
    assert link.is_symlink()
    assert read_npz((tmp_path / "x.npz").read_bytes())
