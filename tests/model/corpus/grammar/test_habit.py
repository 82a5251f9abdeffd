"""Statements about a kind are drawn from the table of habits, and every kind does what it says."""

from random import Random

from model.corpus import parse
from model.corpus.grammar import speaker
from model.corpus.grammar.habit import habit
from model.corpus.lexicon.tables import HABITS, NOUNS

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
