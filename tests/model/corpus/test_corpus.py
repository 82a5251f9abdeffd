"""The corpus is large, fair, repeatable, and keeps its held-out sentences to itself."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from model import corpus as package
from model.corpus import Corpus, Pair, toy_corpus
from model.corpus.lexicon import ADJECTIVES, VERBS
from model.corpus.names import ENGLISH_WORDS, FRENCH_WORDS, NAMES

ROOT = Path(__file__).parents[3]
TASTE = {form for verb in VERBS if verb.taste for form in verb.french}
LEADING = {form for adjective in ADJECTIVES if adjective.precedes for form in (*adjective.french, "bel", "vieil")}
ENGLISH_LEADING = {adjective.english for adjective in ADJECTIVES if adjective.precedes}
ENGLISH_TRAILING = {adjective.english for adjective in ADJECTIVES} - ENGLISH_LEADING
OWNERS = {"my", "your", "his", "her", "our", "their"}
KNOWN = {name.word for name in NAMES}


def strangers(pair: Pair) -> list[str]:
    return [word for word in pair.source if word not in ENGLISH_WORDS]


def stranger_nouns(pair: Pair) -> list[str]:
    openings = {"the", "a", "an", "my"}
    return [word for before, word in pairwise(pair.source) if before in openings and word not in ENGLISH_WORDS]


def french(*words: str) -> Callable[[Pair], bool]:
    """Whether these words stand in the translation one after the other."""
    phrase = f" {' '.join(words)} "
    return lambda pair: phrase in f" {' '.join(pair.target)} "


def followed(first: set[str], second: set[str], side: str) -> Callable[[Pair], bool]:
    def holds(pair: Pair) -> bool:
        words: tuple[str, ...] = getattr(pair, side)
        return any(a in first and b in second for a, b in pairwise(words))

    return holds


def object_pronoun(pair: Pair) -> bool:
    return bool({"me", "him", "it", "us", "them"} & set(pair.source)) or (
        len(pair.source) > 2 and pair.source[-1] in {"her", "you"}
    )


SHARES: dict[str, tuple[Callable[[Pair], bool], float, float]] = {
    "question": (lambda pair: "est-ce" in pair.target, 0.2, 0.3),
    "question with qu'": (french("est-ce", "qu'"), 0.06, 0.12),
    "negation": (lambda pair: "not" in pair.source, 0.2, 0.3),
    "ne before a vowel": (lambda pair: "n'" in pair.target, 0.05, 0.12),
    "to be": (lambda pair: bool({"am", "is", "are"} & set(pair.source)), 0.15, 0.25),
    "object pronoun": (object_pronoun, 0.1, 0.2),
    "negated object pronoun": (lambda pair: "not" in pair.source and object_pronoun(pair), 0.02, 0.06),
    "l'": (lambda pair: "l'" in pair.target, 0.05, 0.12),
    "j'": (lambda pair: "j'" in pair.target, 0.01, 0.05),
    "m' or t'": (lambda pair: bool({"m'", "t'"} & set(pair.target)), 0.01, 0.05),
    "du": (lambda pair: "du" in pair.target, 0.02, 0.05),
    "des": (lambda pair: "des" in pair.target, 0.02, 0.05),
    "pas de": (followed({"pas"}, {"de", "d'"}, "target"), 0.04, 0.08),
    "pas d'": (french("pas", "d'"), 0.01, 0.04),
    "de petits": (lambda pair: "pas" not in pair.target and followed({"de"}, LEADING, "target")(pair), 0.015, 0.04),
    "generic object": (followed(TASTE, {"les"}, "target"), 0.015, 0.06),
    "possessive": (lambda pair: bool(OWNERS & set(pair.source[:-1])), 0.2, 0.35),
    "this": (lambda pair: bool({"this", "these"} & set(pair.source)), 0.06, 0.12),
    "bel or vieil": (lambda pair: bool({"bel", "vieil"} & set(pair.target)), 0.01, 0.04),
    "leading and trailing": (followed(ENGLISH_LEADING, ENGLISH_TRAILING, "source"), 0.04, 0.1),
    "very": (lambda pair: "very" in pair.source, 0.03, 0.08),
    "and": (lambda pair: "and" in pair.source, 0.1, 0.2),
    "setting": (lambda pair: bool({"in", "with"} & set(pair.source)), 0.1, 0.2),
    "known name": (lambda pair: bool(KNOWN & set(pair.source)), 0.12, 0.2),
    "invented name": (lambda pair: len(strangers(pair)) > len(stranger_nouns(pair)), 0.1, 0.12),
    "two invented words": (lambda pair: len(strangers(pair)) > 1, 0.004, 0.02),
    "invented noun": (lambda pair: bool(stranger_nouns(pair)), 0.025, 0.04),
}


def test_sizes_are_those_asked_for(corpus: Corpus) -> None:
    assert corpus.name == "toy"
    assert (len(corpus.train), len(corpus.held_out)) == (24_000, 2_000)
    small = toy_corpus(train=5, held_out=0)
    assert (len(small.train), small.held_out) == (5, ())
    with pytest.raises(ValueError, match="held_out=-1"):
        toy_corpus(held_out=-1)


def test_no_english_sentence_occurs_twice(pairs: tuple[Pair, ...]) -> None:
    assert len({pair.source for pair in pairs}) == len(pairs)


def test_an_invented_word_occurs_in_one_sentence_only(pairs: tuple[Pair, ...]) -> None:
    counts = Counter(word for pair in pairs for word in strangers(pair))
    assert set(counts.values()) == {1}
    assert not counts.keys() & FRENCH_WORDS


def test_the_vocabulary_is_small_and_every_word_is_frequent(corpus: Corpus) -> None:
    english = Counter(word for pair in corpus.train for word in pair.source)
    translated = Counter(word for pair in corpus.train for word in pair.target)
    assert 130 <= len(ENGLISH_WORDS) <= 190
    assert {word for word in ENGLISH_WORDS if english[word] < 100} == set()
    assert {word for word in FRENCH_WORDS if translated[word] < 45} == set()


def test_sentences_are_of_moderate_length(pairs: tuple[Pair, ...]) -> None:
    lengths = [len(pair.source) for pair in pairs]
    assert 5 <= sum(lengths) / len(lengths) <= 7
    assert sum(3 <= length <= 9 for length in lengths) / len(lengths) > 0.97
    assert max(lengths) <= 14


@pytest.mark.parametrize("phenomenon", SHARES)
def test_each_phenomenon_has_its_share(phenomenon: str, corpus: Corpus) -> None:
    holds, least, most = SHARES[phenomenon]
    for pairs, slack in ((corpus.train, 1.0), (corpus.held_out, 2.0)):
        assert least / slack <= sum(map(holds, pairs)) / len(pairs) <= most * slack


def test_train_and_held_out_are_alike(corpus: Corpus) -> None:
    means = [sum(len(pair.source) for pair in side) / len(side) for side in (corpus.train, corpus.held_out)]
    assert abs(means[0] - means[1]) < 0.2


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
    assert set(package.__all__) == {"Corpus", "Pair", "parse", "sentence", "toy_corpus"}
    assert all(hasattr(package, name) for name in package.__all__)
