"""Tests of random sampling."""

import random

from model.corpus import Pair, sample_pair
from model.corpus.known_words import ENGLISH_WORDS, FRENCH_WORDS


def test_equal_seeds_sample_equal_sentences() -> None:
    one, other = random.Random(7), random.Random(7)
    assert [sample_pair(one) for _ in range(200)] == [sample_pair(other) for _ in range(200)]
    assert sample_pair(random.Random(1)) != sample_pair(random.Random(2))


def test_every_target_word_is_linked_and_every_link_is_inside(pairs: tuple[Pair, ...]) -> None:
    for pair in pairs:
        assert {target for _, target in pair.alignment} == set(range(len(pair.target)))
        assert {source for source, _ in pair.alignment} == set(range(len(pair.source)))


def test_every_word_is_known_or_copied(pairs: tuple[Pair, ...]) -> None:
    for pair in pairs:
        invented = [word for word in pair.source if word not in ENGLISH_WORDS]
        assert sorted(invented) == sorted(word for word in pair.target if word not in FRENCH_WORDS)
        for source, target in pair.alignment:
            if pair.target[target] in invented:
                assert pair.source[source] == pair.target[target]
