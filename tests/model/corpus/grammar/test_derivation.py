"""Tests of derivations: one rule, drawn by a speaker and followed by a listener."""

import random
from collections import Counter

import pytest

from model.corpus.grammar.derivation import DeadEnd, Derivation, Words
from model.corpus.grammar.listener import is_beginning, parse
from model.corpus.grammar.speaker import MAX_OPTIONS, Speaker, draw

ANIMALS = Words([("chat", ("cat",)), ("chat", ("cat",)), ("chien", ("dog",)), ("rien", ())])


def rule(d: Derivation) -> tuple[str, ...]:
    """Derive "the [big]* animal" or "the the", the last of which is odd."""
    d.say("the")
    n_big = 0
    while d.decide(0.5, "big"):
        d.say("big")
        n_big += 1
        d.require(n_big < 4)
    if d.choose((False,) * 9 + (True,), (False, True)):
        d.say("the")
        d.avoid(True)
        return ("the",)
    return ("big",) * n_big + (d.choose_word(ANIMALS),)


def test_an_entry_listed_twice_is_drawn_twice_as_often() -> None:
    generator = random.Random(0)
    counts = Counter(draw(rule, generator)[1][-1] for _ in range(4000))
    assert counts.keys() == {"chat", "chien", "rien"}
    assert 1.7 < counts["chat"] / counts["chien"] < 2.3


def test_a_drawn_sentence_has_few_optional_parts_and_nothing_odd() -> None:
    generator = random.Random(0)
    drawn = [draw(rule, generator) for _ in range(500)]
    assert max(words.count("big") for words, _ in drawn) == MAX_OPTIONS
    assert all(words.count("the") == 1 for words, _ in drawn)


@pytest.mark.parametrize(
    ("words", "meaning"),
    [
        ("the cat", ("chat",)),
        ("the big big big dog", ("big", "big", "big", "chien")),
        ("the", ("rien",)),
        ("the the", ("the",)),
        ("the big big big big dog", None),
        ("the mouse", None),
        ("the cat cat", None),
        ("", None),
    ],
)
def test_a_listener_finds_the_meaning_or_nothing(words: str, meaning: tuple[str, ...] | None) -> None:
    assert parse(rule, words.split()) == meaning


@pytest.mark.parametrize(
    ("words", "typing", "expected"),
    [
        ("", "", True),
        ("the big", "", True),
        ("the cat", "", True),
        ("the mouse", "", False),
        ("the", "c", True),
        ("the", "cat", True),
        ("the", "cats", False),
        ("the cat", "c", False),
        ("the big big big", "b", False),
        ("", "t", True),
    ],
)
def test_beginnings(words: str, typing: str, expected: bool) -> None:
    assert is_beginning(rule, words.split(), typing) is expected


def test_a_planned_entry_is_drawn_alone() -> None:
    assert ANIMALS.only("chat").entries == (("chat", ("cat",)),)


def test_what_is_drawn_is_parsed_as_the_same() -> None:
    generator = random.Random(1)
    for _ in range(200):
        words, meaning = draw(rule, generator)
        assert parse(rule, words) == meaning


def test_no_option_is_a_dead_end() -> None:
    def empty(d: Derivation) -> str:
        return d.choose(())

    assert parse(empty, []) is None
    speaker = Speaker(random.Random(0))
    with pytest.raises(DeadEnd):
        empty(speaker)
