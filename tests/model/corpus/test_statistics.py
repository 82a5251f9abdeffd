"""Tests of corpus statistics."""

import pytest

from model.corpus.statistics import CorpusStatistics
from model.corpus.tsv import read_tsv

TEXT = "".join(f"Number {i} barks!\tLe numéro {i} aboie !\n" for i in range(300))


def test_words_and_pairs_are_counted() -> None:
    statistics = CorpusStatistics.of(read_tsv(TEXT.encode()))
    assert (statistics.n_pairs, statistics.n_train, statistics.n_held_out, statistics.n_aligned) == (300, 270, 30, 0)
    assert (statistics.source.n_unique, statistics.source.longest, statistics.source.n_words) == (302, 3, 900)
    assert statistics.source.out_of_vocabulary == pytest.approx(1 / 3)
    assert statistics.target.out_of_vocabulary == pytest.approx(1 / 5)
