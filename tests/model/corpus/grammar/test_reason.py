"""Tests of reasons: what explains a clause, and that drawn clauses are joined by what makes sense."""

import random

import pytest

from model.corpus.grammar.joined_clauses import joined_clauses
from model.corpus.grammar.reason import explain, find_effect, repeats
from model.corpus.grammar.speaker import draw
from model.corpus.lexicon.known_words import ENGLISH_WORDS
from model.corpus.lexicon.tables import ADJECTIVES, FEELINGS, REASONS
from model.corpus.lexicon.verb_table import VERBS

STATES = {each.english for each in ADJECTIVES} | {each.english for each in FEELINGS}


@pytest.mark.parametrize(
    ("words", "effect"),
    [
        ("slept", "sleep"),
        ("does not want to buy the car", "buy"),
        ("is singing", "sing"),
        ("was not very happy", "happy"),
        ("has a red car", ""),
        ("goes to the park", ""),
        ("", ""),
    ],
)
def test_the_effect_is_what_the_clause_says_of_its_subject(words: str, effect: str) -> None:
    assert find_effect(words.split()) == effect


def test_reasons_and_obstacles_are_told_apart() -> None:
    assert "hungry" in explain("eat", is_of_object=False, is_affirmed=True)
    assert "hungry" not in explain("eat", is_of_object=False, is_affirmed=False)
    assert "wide" in explain("cross", is_of_object=True, is_affirmed=False)
    assert "tired" in explain("cross", is_of_object=False, is_affirmed=False)
    assert not explain("nothing", is_of_object=False, is_affirmed=True)


@pytest.mark.parametrize(
    ("first", "later", "is_repeated"),
    [
        ("the wide street", "it was wide", True),
        ("the small cat", "it is big", True),
        ("the tired cat", "it was sad", False),
        ("he sings", "he sang", True),
        ("he sings", "he dances", False),
    ],
)
def test_a_kind_of_adjective_or_a_verb_is_not_said_twice(first: str, later: str, is_repeated: bool) -> None:
    assert repeats(first.split(), later.split()) is is_repeated


def test_the_table_names_words_of_the_lexicon() -> None:
    effects = {verb.english[0] for verb in VERBS} | STATES
    assert {each.effect for each in REASONS} <= effects
    assert {word for each in REASONS for word in each.reasons | each.obstacles} <= STATES <= ENGLISH_WORDS
    assert len({(each.effect, each.is_of_object) for each in REASONS}) == len(REASONS)


def test_what_follows_because_explains_what_comes_before() -> None:
    generator = random.Random(3)
    n_checked = 0
    while n_checked < 200:
        words, _ = draw(joined_clauses, generator)
        if "because" not in words:
            continue
        first, second = words[: words.index("because")], words[words.index("because") + 1 :]
        row = next(word for word in second if word in STATES)
        is_affirmed = "not" not in first or "not" in second
        effects = [each for each in REASONS if row in (each.reasons if is_affirmed else each.obstacles)]
        forms = {each.effect for each in effects}
        forms |= {form for verb in VERBS if verb.english[0] in forms for form in verb.english}
        assert not forms.isdisjoint(first), " ".join(words)
        n_checked += 1
