"""Drawing and reading are two views of one language."""

import random
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.corpus import Pair, parse, sentence
from model.corpus.names import ENGLISH_WORDS, FRENCH_WORDS, invent, is_invented
from model.corpus.parser import LONGEST


def test_every_drawn_sentence_reads_back_as_itself(pairs: tuple[Pair, ...]) -> None:
    for pair in pairs[:4000]:
        assert parse(pair.source) == pair


def test_equal_seeds_draw_equal_sentences() -> None:
    one, other = random.Random(7), random.Random(7)
    assert [sentence(one) for _ in range(200)] == [sentence(other) for _ in range(200)]
    assert sentence(random.Random(1)) != sentence(random.Random(2))


def test_every_target_word_is_linked_and_every_link_is_inside(pairs: tuple[Pair, ...]) -> None:
    for pair in pairs:
        assert {target for _, target in pair.alignment} == set(range(len(pair.target)))
        assert {source for source, _ in pair.alignment} == set(range(len(pair.source)))


def test_every_word_is_known_or_copied(pairs: tuple[Pair, ...]) -> None:
    for pair in pairs:
        strangers = [word for word in pair.source if word not in ENGLISH_WORDS]
        assert sorted(strangers) == sorted(word for word in pair.target if word not in FRENCH_WORDS)
        for source, target in pair.alignment:
            if pair.target[target] in strangers:
                assert pair.source[source] == pair.target[target]


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
def test_what_the_grammar_cannot_say_has_no_translation(english: str) -> None:
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


@given(st.integers(0, 2**32))
def test_invented_words_are_in_neither_language(seed: int) -> None:
    word = invent(random.Random(seed))
    assert is_invented(word)
    assert word not in ENGLISH_WORDS | FRENCH_WORDS


words = st.sampled_from(sorted(ENGLISH_WORDS)) | st.sampled_from(["zorbin", "arlek", "", "x1", "Le", "?"])


@given(st.lists(words, max_size=12))
def test_whatever_is_read_is_said_exactly(source: list[str]) -> None:
    pair = parse(source)
    assert pair is None or list(pair.source) == source


@given(st.integers(0, 2**32), st.data())
def test_a_changed_word_is_read_as_itself_or_not_at_all(seed: int, data: st.DataObject) -> None:
    source = list(sentence(random.Random(seed)).source)
    source[data.draw(st.integers(0, len(source) - 1))] = data.draw(words)
    pair = parse(source)
    assert pair is None or list(pair.source) == source


@pytest.mark.parametrize("nonsense", ["the", "and", "zorbin", "small", "not", "zorbin and", "the small zorbin and"])
def test_nonsense_is_refused_without_trying_for_long(nonsense: str) -> None:
    long = (nonsense.split() * LONGEST)[:LONGEST]
    calls: list[str] = []
    sys.setprofile(lambda _frame, event, _argument: calls.append(event))
    try:
        pair = parse(long)
    finally:
        sys.setprofile(None)
    assert pair is None
    assert len(calls) < 50 * LONGEST
