"""Tests of the toy corpus: sizes, shares of phenomena, reproducibility, and a held-out split without overlap."""

import math
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from model import corpus as package
from model.corpus import Corpus, Pair, toy_corpus
from model.corpus.grammar.sentence import MAX_WORDS
from model.corpus.lexicon.known_words import ENGLISH_WORDS, FRENCH_WORDS
from model.corpus.lexicon.tables import NOUNS, PHRASES
from tests.model.corpus.phenomena import SHARES, invented_words

ROOT = Path(__file__).parents[3]


def test_sizes_are_as_requested(corpus: Corpus) -> None:
    assert corpus.name == "toy"
    assert (len(corpus.train), len(corpus.held_out)) == (120_000, 2_000)
    small = toy_corpus(train=5, held_out=0)
    assert (len(small.train), small.held_out) == (5, ())
    with pytest.raises(ValueError, match="held_out=-1"):
        toy_corpus(held_out=-1)


def test_no_held_out_sentence_is_trained_on_or_held_out_twice(corpus: Corpus) -> None:
    held_out = {pair.source for pair in corpus.held_out}
    assert len(held_out) == len(corpus.held_out)
    assert held_out.isdisjoint(pair.source for pair in corpus.train)


def test_a_long_sentence_is_trained_on_at_most_twice_and_what_is_learned_by_heart_often(corpus: Corpus) -> None:
    phrases = {phrase.english for phrase in PHRASES}
    counts = Counter(pair.source for pair in corpus.train)
    drawn = {source: count for source, count in counts.items() if len(source) > 1 and source not in phrases}
    assert {count for source, count in drawn.items() if len(source) > 3} == {1, 2}
    assert max(count for source, count in drawn.items() if len(source) <= 3) == 20
    assert min(counts[phrase] for phrase in phrases) > 15


def test_single_words_and_fixed_phrases_are_all_trained_on(corpus: Corpus) -> None:
    trained = {pair.source for pair in corpus.train}
    assert {phrase.english for phrase in PHRASES} <= trained
    assert all(len(pair.source) > 1 for pair in corpus.held_out)


def test_an_invented_word_occurs_in_one_sentence_only(pairs: tuple[Pair, ...]) -> None:
    counts = Counter(word for pair in pairs for word in invented_words(pair))
    assert set(counts.values()) == {1}
    assert not counts.keys() & FRENCH_WORDS


def test_every_word_is_frequent_enough_to_be_learned(corpus: Corpus) -> None:
    english = Counter(word for pair in corpus.train for word in pair.source)
    undrawn = {noun.english[1] for noun in NOUNS if "unique" in noun.classes}  # "my mothers" is odd
    assert {word for word in ENGLISH_WORDS - undrawn if english[word] < 10} == set()


def test_sentences_are_of_moderate_length(pairs: tuple[Pair, ...]) -> None:
    lengths = [len(pair.source) for pair in pairs]
    assert 4 <= sum(lengths) / len(lengths) <= 6
    assert max(lengths) <= MAX_WORDS


@pytest.mark.parametrize("phenomenon", SHARES)
def test_each_phenomenon_has_its_share(phenomenon: str, corpus: Corpus) -> None:
    """With margins for chance: whoever adds a word draws another corpus."""
    holds, share = SHARES[phenomenon]
    trained, held_out = (sum(map(holds, pairs)) for pairs in (corpus.train, corpus.held_out))
    least = share * len(corpus.train)
    assert trained >= least - 3 * math.sqrt(least)
    expected = trained * len(corpus.held_out) / len(corpus.train)
    assert expected < 10 or held_out >= expected / 4


def test_train_and_held_out_have_similar_lengths(corpus: Corpus) -> None:
    means = [sum(len(pair.source) for pair in side) / len(side) for side in (corpus.train, corpus.held_out)]
    assert abs(means[0] - means[1]) < 0.8  # frequent sentences, which are short, are held out once


def test_the_digest_tells_corpora_apart() -> None:
    one, same, other = toy_corpus(1, 50, 10), toy_corpus(1, 50, 10), toy_corpus(2, 50, 10)
    assert one == same
    assert one.digest == same.digest != other.digest
    assert Corpus("toy", one.train[:-1], (one.train[-1], *one.held_out)).digest != one.digest
    first = one.train[0]
    unlinked = Pair(first.source, first.target, frozenset())
    assert Corpus("toy", (unlinked, *one.train[1:]), one.held_out).digest != one.digest


def test_another_process_makes_the_same_corpus() -> None:
    program = "from model.corpus import toy_corpus; print(toy_corpus(3, 2000, 100).digest)"
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == toy_corpus(3, 2000, 100).digest


def test_the_package_exports_what_it_names() -> None:
    functions = {"is_beginning", "is_sentence", "parse", "sample_pair", "toy_corpus"}
    assert set(package.__all__) == {"Corpus", "Pair", *functions}
    assert all(hasattr(package, name) for name in package.__all__)
