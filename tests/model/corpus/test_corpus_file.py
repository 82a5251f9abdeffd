"""The toy corpus is read from its file as it was drawn, and drawn anew if the file is damaged or of another grammar."""

import os
from pathlib import Path

import pytest

from model.corpus import Corpus, corpus_file, toy_corpus
from model.corpus.corpus_file import open_toy_corpus


@pytest.fixture(scope="module")
def small() -> Corpus:
    return toy_corpus(seed=2, train=200, held_out=20)


@pytest.fixture(autouse=True)
def draws(monkeypatch: pytest.MonkeyPatch, small: Corpus) -> list[None]:
    """Draw a small corpus; one entry a drawing."""
    drawn: list[None] = []
    monkeypatch.setattr(corpus_file, "toy_corpus", lambda: drawn.append(None) or small)
    return drawn


def test_the_second_start_reads_what_the_first_drew(tmp_path: Path, draws: list[None], small: Corpus) -> None:
    assert open_toy_corpus(tmp_path) is small
    again = open_toy_corpus(tmp_path)
    assert again == small
    assert again is not small
    assert again.digest == small.digest
    assert len(draws) == 1


@pytest.mark.parametrize("damage", [b"", b"x", b"\xff", b"a 1\n\n", b"a b c\n", b"0 1\ncat\tchat\t0-0\n"])
def test_a_damaged_file_is_drawn_and_written_anew(
    tmp_path: Path, draws: list[None], small: Corpus, damage: bytes
) -> None:
    open_toy_corpus(tmp_path)
    (path,) = tmp_path.iterdir()
    path.write_bytes(damage)
    assert open_toy_corpus(tmp_path) == small == open_toy_corpus(tmp_path)
    assert len(draws) == 2


def test_a_changed_pair_is_noticed(tmp_path: Path, draws: list[None]) -> None:
    open_toy_corpus(tmp_path)
    (path,) = tmp_path.iterdir()
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join([lines[0], *reversed(lines[1:])]), "utf-8")
    open_toy_corpus(tmp_path)
    assert len(draws) == 2


def test_another_grammar_draws_another_corpus_and_leaves_one_file(
    tmp_path: Path, draws: list[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    open_toy_corpus(tmp_path)
    (earlier,) = tmp_path.iterdir()
    killed = tmp_path / f"{earlier.stem}-of-a-killed-process.part"
    killed.touch()
    os.utime(killed, (0, 0))
    package = tmp_path / "grammar"
    package.mkdir()
    (package / "nouns.tsv").write_text("cat", "utf-8")
    monkeypatch.setattr(corpus_file, "_PACKAGE", package)
    open_toy_corpus(tmp_path)
    assert len(draws) == 2
    assert [path.name != earlier.name for path in tmp_path.glob("toy-*")] == [True]


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path, draws: list[None], small: Corpus) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert open_toy_corpus(file) is small
    assert open_toy_corpus(file) is small
    assert len(draws) == 2
