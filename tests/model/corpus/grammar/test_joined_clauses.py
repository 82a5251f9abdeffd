"""Tests of pronouns that refer to a word of the clause before."""

import pytest

from model.corpus import parse

STREET = "the animal did not cross the street because it was"
ANIMAL = "l' animal n' a pas traversé la rue parce qu'"


@pytest.mark.parametrize(
    ("english", "french"),
    [
        (f"{STREET} too tired", f"{ANIMAL} il était trop fatigué"),
        (f"{STREET} too wide", f"{ANIMAL} elle était trop large"),
        (f"{STREET} afraid", f"{ANIMAL} il avait peur"),
        ("the cow sleeps because it is tired", "la vache dort parce qu' elle est fatiguée"),
        ("the girls sleep because they are tired", "les filles dorment parce qu' elles sont fatiguées"),
        ("i have a car and it is red", "j' ai une voiture et elle est rouge"),
        ("i have a bike and it is red", "j' ai un vélo et il est rouge"),
        ("he eats because he is hungry", "il mange parce qu' il a faim"),
        ("the cat is not sleeping because it is not tired", "le chat ne dort pas parce qu' il n' est pas fatigué"),
        ("he sings but he is not happy", "il chante mais il n' est pas heureux"),
    ],
)
def test_french_shows_what_the_pronoun_refers_to(english: str, french: str) -> None:
    pair = parse(english.split())
    assert pair is not None
    assert " ".join(pair.target) == french


@pytest.mark.parametrize(
    "english",
    [
        *(f"{STREET} too {word}" for word in ("dangerous", "busy", "dirty")),
        "the dog did not cross the river because it was too dangerous",
        "the cat did not eat the mouse because it was too big",
        "the cat did not eat the mouse because it was too small",
        "the cow sleeps because it is busy",
    ],
)
def test_a_pronoun_that_may_well_be_the_object_or_neither_is_not_resolved(english: str) -> None:
    assert parse(english.split()) is None
