"""Aligners find a planted dictionary; one round of EM agrees with a hand calculation."""

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.analysis import word_aligners
from model.analysis.alignment_error_rate import rate_links
from model.analysis.word_aligners import align_diagonally, train_fast_align, train_model_1
from model.corpus import Corpus, Pair

WORDS = {"the": "la", "blue": "bleue", "house": "maison", "flower": "fleur", "small": "petite"}
PHRASES = ("the house", "the flower", "the small house", "blue house", "small flower", "the blue flower")


def _pair(source: str, target: str) -> Pair:
    return Pair(tuple(source.split()), tuple(target.split()), frozenset())


def _translate(phrase: str, order: int) -> Pair:
    """Translate word by word, forwards or backwards."""
    words = phrase.split()
    links = frozenset((i, i if order > 0 else len(words) - 1 - i) for i in range(len(words)))
    return Pair(tuple(words), tuple(WORDS[word] for word in words[::order]), links)


@pytest.mark.parametrize("order", [1, -1])
def test_model_1_finds_a_planted_dictionary_in_any_order_of_words(order: int) -> None:
    pairs = [_translate(phrase, order) for phrase in PHRASES]
    aligner = train_model_1(pairs)
    assert [aligner.align(pair) for pair in pairs] == [pair.alignment for pair in pairs]


def test_one_round_of_model_1_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_aligners, "N_ROUNDS", 1)
    aligner = train_model_1([_pair("the house", "la maison"), _pair("the", "la")])
    # Expected counts: each word of the first pair links to NULL, "the" and "house" by 1/3; of the second to two by 1/2.
    expected = {("", "la"): 5 / 7, ("the", "la"): 5 / 7, ("house", "la"): 1 / 2, ("house", "maison"): 1 / 2}
    expected |= {("", "maison"): 2 / 7, ("the", "maison"): 2 / 7}
    learned = {
        (source, target): aligner.probabilities[np.searchsorted(aligner.keys, i * len(aligner.target) + j)]
        for source, i in aligner.source.items()
        for target, j in aligner.target.items()
    }
    assert learned == pytest.approx(expected)


def test_fast_align_decides_between_equal_words_by_the_diagonal() -> None:
    aligner = train_fast_align([_pair("a a a", "b b b")])
    assert aligner
    assert aligner.align(_pair("a a a", "b b b")) == {(0, 0), (1, 1), (2, 2)}
    assert aligner.align(_pair("", "b")) == aligner.align(_pair("a", "")) == frozenset()


def test_fast_align_is_better_than_model_1_where_the_order_is_similar(small_corpus: Corpus) -> None:
    aligners = train_fast_align(small_corpus.train), train_model_1(small_corpus.train)
    gold = [pair.alignment for pair in small_corpus.held_out]
    fast_align, model_1 = (
        rate_links([each.align(pair) for pair in small_corpus.held_out], gold) for each in aligners if each
    )
    assert fast_align < model_1


def test_fast_align_learns_the_same_each_time(small_corpus: Corpus) -> None:
    aligners = [train_fast_align(small_corpus.train[:300]) for _ in range(6)]
    found = {tuple(aligner.align(pair) for pair in small_corpus.train[:300]) for aligner in aligners if aligner}
    assert len(found) == 1


def test_without_its_package_there_is_no_fast_align(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "thot.alignment", None)
    assert train_fast_align([_pair("the house", "la maison")]) is None


def test_probabilities_of_a_source_word_sum_to_one(small_corpus: Corpus) -> None:
    aligner = train_model_1(small_corpus.train)
    sums = np.bincount(aligner.keys // len(aligner.target), aligner.probabilities)
    assert sums == pytest.approx(np.ones(len(aligner.source)))


def test_case_does_not_matter_and_gold_links_are_not_read(small_corpus: Corpus) -> None:
    shouted = [Pair(tuple(w.upper() for w in p.source), p.target, frozenset()) for p in small_corpus.train]
    one, other = train_model_1(small_corpus.train), train_model_1(shouted)
    assert [one.align(pair) for pair in small_corpus.held_out] == [other.align(pair) for pair in small_corpus.held_out]


def test_a_larger_corpus_is_cut_at_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [_pair("a b", "c d"), _pair("e f", "g h")]
    monkeypatch.setattr(word_aligners, "MAX_CELLS", 6)
    assert list(train_model_1(pairs).target) == ["c", "d"]


def test_unknown_words_and_empty_sentences_stay_without_links() -> None:
    aligner = train_model_1([_pair("the house", "la maison")])
    assert aligner.align(_pair("the zzz", "yyy xxx")) == frozenset()
    assert aligner.align(_pair("", "la")) == aligner.align(_pair("the", "")) == frozenset()
    with pytest.raises(ValueError, match="words on both sides"):
        train_model_1([_pair("a", ""), _pair("", "b")])


def test_the_diagonal_by_hand() -> None:
    """0, 0.6, 1.2, 1.8 and 2.4, rounded."""
    assert align_diagonally(_pair("a b c", "d e f g h")) == {(0, 0), (1, 1), (1, 2), (2, 3), (2, 4)}


@given(st.integers(0, 12), st.integers(0, 12))
def test_the_diagonal_links_every_target_word_in_order(n: int, m: int) -> None:
    links = sorted((j, i) for i, j in align_diagonally(Pair(("a",) * n, ("b",) * m, frozenset())))
    assert [j for j, _ in links] == (list(range(m)) if n else [])
    places = [i for _, i in links]
    assert places == sorted(places)
    assert all(0 <= i < n for i in places)
    assert n != m or places == list(range(n))
