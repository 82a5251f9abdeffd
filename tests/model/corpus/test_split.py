"""Tests of the split into training and held-out pairs."""

from pathlib import Path

import pytest

from model.corpus.tsv import CorpusError, read_tsv, read_tsv_file


def test_one_pair_cannot_be_split() -> None:
    with pytest.raises(CorpusError, match=r"only one pair\. At least two are needed"):
        read_tsv(b"the cat\tle chat\n")


def test_pairs_that_all_share_sentences_cannot_be_split() -> None:
    with pytest.raises(CorpusError, match="All 3 pairs share sentences, so none is left for training"):
        read_tsv(b"yes\toui\nyes\tsi\nyes\tsi\n")


def test_pairs_that_share_no_sentence_are_held_out_first() -> None:
    shared = "".join(f"word {n}\toui\nyes\tmot {n}\n" for n in range(15))
    corpus = read_tsv(f"{shared}alone\tseul\nsolo\tseule\n".encode())
    assert {pair.source for pair in corpus.held_out[:2]} == {("alone",), ("solo",)}


def test_pairs_that_share_a_sentence_with_a_held_out_one_are_counted(tmp_path: Path) -> None:
    text = "".join(f"word {n // 3}\tmot {n}\n" for n in range(42))
    (file := tmp_path / "words.tsv").write_text(text, encoding="utf-8")
    for corpus in (
        read_tsv(text.encode()),
        read_tsv_file(file),
    ):  # 4 are held out: one word in all its pairs, one in one
        assert (len(corpus.held_out), len(corpus.train), corpus.n_excluded) == (4, 36, 2)
