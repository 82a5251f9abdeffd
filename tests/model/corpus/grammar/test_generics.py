"""Statements about a kind: all that it does is drawn from the table of habits; it is described by adjectives."""

from random import Random

from model.corpus import parse
from model.corpus.grammar import speaker
from model.corpus.grammar.generics import habit, trait
from model.corpus.lexicon.tables import ADJECTIVES, HABITS, NOUNS

KINDS = {noun.english[1]: noun.english[0] for noun in NOUNS}


def test_only_habits_are_drawn_and_every_one_is() -> None:
    random, drawn = Random(0), set()
    for _ in range(4000):
        (kind, verb, *what), _ = speaker.draw(habit, random)
        objects = HABITS[KINDS[kind], verb]
        assert set(what) <= objects
        assert bool(what) is bool(objects)
        drawn.add((KINDS[kind], verb))
    assert drawn == set(HABITS)


def test_what_is_no_habit_is_understood_too() -> None:
    pair = parse(["cats", "prefer", "books"])
    assert pair is not None
    assert " ".join(pair.target) == "les chats préfèrent les livres"


def test_a_kind_is_described_in_the_plural_and_without_article() -> None:
    random, plurals = Random(0), {noun.english[1] for noun in NOUNS if noun.english[1]}
    adjectives = {adjective.english for adjective in ADJECTIVES}
    for _ in range(1000):
        words, tokens = speaker.draw(trait, random)
        place = words.index("are")
        assert words[place - 1] in plurals
        assert set(words[: place - 1]) <= adjectives
        if "than" not in words:
            assert set(words[place + 1 :]) <= {"very", "and", "but"} | adjectives - {"bad", "tired", "big"}
        assert tokens[0][0] == "les"


def test_a_kind_is_compared_with_another_kind() -> None:
    random = Random(1)
    drawn = [speaker.draw(trait, random) for _ in range(500)]
    compared = [(words, [token for token, _ in tokens]) for words, tokens in drawn if "than" in words]
    assert compared
    for words, tokens in compared:
        assert words[words.index("than") + 1 :] != words[: words.index("are")][-1:]
        assert tokens[tokens.index("que'") + 1] == "les"
