"""Tests of the parser; sampling and parsing agree on the language."""

import random
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.corpus import Pair, parse, sample_pair
from model.corpus.known_words import ENGLISH_WORDS
from model.corpus.parser import MAX_WORDS


def test_every_sampled_sentence_parses_to_itself(pairs: tuple[Pair, ...]) -> None:
    for pair in pairs[:4000]:
        assert parse(pair.source) == pair


@pytest.mark.parametrize(
    "english",
    [
        "",
        "he",
        "he eat fish",
        "they eats fish",
        "he do not eat fish",
        "do he eat fish",
        "he does not eats fish",
        "he does eat fish",
        "does he not eat fish",
        "he is",
        "he are tired",
        "are he tired",
        "he not tired",
        "cat eats fish",
        "a cats eat fish",
        "a animal eats fish",
        "an cat eats fish",
        "these cat eats fish",
        "this cats eat fish",
        "a water is cold",
        "he eats fish fish",
        "he eats",
        "he eats fish in the garden",
        "he sleeps fish",
        "he sleeps in anna",
        "he sleeps with cats",
        "the black small cat sleeps",
        "the small small cat sleeps",
        "i see me",
        "we help me",
        "you love you",
        "she likes him",
        "i like paul",
        "does zorbin like the queen",
        "paul arrives with paul",
        "anna and the doctor help the doctor",
        "she is good",
        "the queen is very good",
        "the boy is hot",
        "is zorbin cold",
        "a hot girl sleeps",
        "i do not like a cat",
        "he is not old and sad",
        "he is sad and sad",
        "The cat sleeps",
        "he sees zorbin2",
        "he sees her .",
        "anna and sleep",
        "anna and paul and marie sleep",
        "i and anna sleep",
        "the taleks sleep",
        "talek eats the",
    ],
)
def test_sentences_outside_the_language_are_not_parsed(english: str) -> None:
    assert parse(english.split()) is None


@pytest.mark.parametrize(
    ("english", "french"),
    [
        ("does ékim sleep", "est-ce qu' ékim dort"),
        ("does hékim sleep", "est-ce que hékim dort"),
        ("does le sleep", "est-ce que le dort"),
        ("he sees le", "il voit le"),
        ("that sleeps", "that dort"),
        ("an élom helps the élom", "un élom aide l' élom"),
        ("my old élom sleeps", "mon vieil élom dort"),
    ],
)
def test_an_unknown_word_is_a_masculine_name_or_noun(english: str, french: str) -> None:
    pair = parse(english.split())
    assert pair is not None
    assert " ".join(pair.target) == french


words = st.sampled_from(sorted(ENGLISH_WORDS)) | st.sampled_from(["zorbin", "arlek", "", "x1", "Le", "?"])


@given(st.lists(words, max_size=12))
def test_parsing_keeps_the_source(source: list[str]) -> None:
    pair = parse(source)
    assert pair is None or list(pair.source) == source


@given(st.integers(0, 2**32), st.data())
def test_a_changed_word_is_kept_or_refused(seed: int, data: st.DataObject) -> None:
    source = list(sample_pair(random.Random(seed)).source)
    source[data.draw(st.integers(0, len(source) - 1))] = data.draw(words)
    pair = parse(source)
    assert pair is None or list(pair.source) == source


@pytest.mark.parametrize("nonsense", ["the", "and", "zorbin", "small", "not", "zorbin and", "the small zorbin and"])
def test_nonsense_is_refused_in_linear_time(nonsense: str) -> None:
    long = (nonsense.split() * MAX_WORDS)[:MAX_WORDS]
    calls: list[str] = []
    sys.setprofile(lambda _frame, event, _argument: calls.append(event))
    try:
        pair = parse(long)
    finally:
        sys.setprofile(None)
    assert pair is None
    assert len(calls) < 50 * MAX_WORDS
