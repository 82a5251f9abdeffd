"""TSV corpora that stay in their files."""

import os
import sys
import tracemalloc
from pathlib import Path

import pytest

from model.corpus import Corpus
from model.corpus.tsv import CorpusError, TsvFile, read_pairs, read_tsv, read_tsv_file
from model.corpus.tsv_line import Limits
from tests.model.corpus.tsv.texts import BAD, GOOD, number_pairs


def test_a_corpus_has_the_name_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "dogs.tsv"
    path.write_bytes(number_pairs())
    corpus, expected = read_tsv_file(path), read_tsv(number_pairs())
    assert (corpus.name, corpus.held_out, corpus.is_raw_text) == ("dogs", expected.held_out, True)
    assert tuple(corpus.train) == expected.train
    assert len(corpus.train) == len(expected.train)
    assert corpus.digest == expected.digest
    with pytest.raises(CorpusError, match=f"The file has {path.stat().st_size:,} bytes"):
        read_tsv_file(path, limits=Limits(n_bytes=100))
    with pytest.raises(FileNotFoundError):
        read_tsv_file(tmp_path / "none.tsv")


@pytest.mark.skipif(sys.platform != "linux", reason="this system has no such file names")
def test_a_file_name_that_is_not_utf8_gives_a_name_that_is(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"d\xffgs.tsv")
    path.write_bytes(number_pairs())
    assert read_tsv_file(path).name == "d\ufffdgs"


def test_a_file_is_read_again_at_each_iteration_and_validated(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_bytes(GOOD)
    assert tuple(TsvFile(path)) == tuple(TsvFile(path)) == read_pairs(GOOD)
    assert len(TsvFile(path)) == 2
    for name in ("no separator", "zeros", "a long line", "empty", "a spreadsheet", "blank lines alone", "Latin-1"):
        data, reason = BAD[name]
        path.write_bytes(data)
        with pytest.raises(CorpusError, match=reason):
            read_tsv_file(path)
    path.write_bytes(b"the cat\tle chat\n")
    with pytest.raises(CorpusError, match="only one pair"):
        read_tsv_file(path)


def test_many_pairs_of_a_file_need_no_more_memory_than_few(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_bytes(number_pairs(5_000))
    split = read_tsv_file(path).train.split
    for pairs in (TsvFile(path), TsvFile(path, split=split)):
        tracemalloc.start()
        try:
            assert sum(1 for _ in pairs) > 4_000
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak < 100_000  # bytes; the file has 200,000, its pairs take millions


def test_a_corpus_in_a_file_is_read_once_for_what_is_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text("a cat\tun chat\t0-0 1-1\n", "utf-8")
    corpus = Corpus("own", TsvFile(path), (), is_raw_text=True)
    assert not corpus.accepts_beginning(["a", "dog"])
    assert corpus.find_pair(["a", "cat"])
    path.unlink()
    assert not corpus.accepts_beginning(["a", "dog"])
    assert corpus.accepts_beginning(["a", "cat"])


@pytest.mark.parametrize("content", [None, "no separator\n"])
def test_a_corpus_whose_file_cannot_be_read_accepts_what_is_typed(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "pairs.tsv"
    if content is not None:
        path.write_text(content, "utf-8")
    corpus = Corpus("own", TsvFile(path), (), is_raw_text=True)
    assert corpus.accepts_beginning(["a", "cat"])
    assert corpus.find_pair(["a", "cat"]) is None
