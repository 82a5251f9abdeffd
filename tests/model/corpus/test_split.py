"""Tests of the split into training and held-out pairs."""

import pytest

from model.corpus.tsv import CorpusError, read_tsv


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
