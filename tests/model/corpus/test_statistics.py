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


def test_letters_are_counted_where_no_spaces_part_words() -> None:
    text = "".join(f"猫は魚を{number}匹食べた。\tthe cat ate {number} fish\n" for number in range(1000, 2000))
    statistics = CorpusStatistics.of(read_tsv(text.encode()))
    assert (statistics.source.has_spaces, statistics.target.has_spaces) == (False, True)
    assert (statistics.source.longest, statistics.target.longest) == (len("猫は魚を1000匹食べた。"), 5)
    assert statistics.source.n_unique == len({*"猫は魚を匹食べた。", *"0123456789"})
    assert (statistics.source.out_of_vocabulary, statistics.target.out_of_vocabulary) == (0, pytest.approx(1 / 5))
