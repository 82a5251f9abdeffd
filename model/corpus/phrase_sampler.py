"""Draws names and noun phrases: the words of a phrase, once it is clear what it is about.

A table entry that stands twice is drawn twice as often.
"""

import random
from collections.abc import Sequence
from typing import TypeVar

from model.corpus.lexicon import (
    ADJECTIVES,
    ANIMATE,
    BARE,
    HER,
    HIS,
    MASS,
    MY,
    OUR,
    THE,
    THEIR,
    THIS,
    YOUR,
    A,
    Determiner,
    Kind,
    Noun,
    Number,
)
from model.corpus.names import NAMES, creature, invent
from model.corpus.phrase import Name, NounPhrase

T = TypeVar("T")

_OWNERS = (MY, YOUR, HIS, HER, HER, OUR, THEIR)  # "her" is a pronoun too, so it takes more to learn
DEFINITE = (THE,) * 6 + _OWNERS + (THIS,) * 2
SOME = DEFINITE + (BARE,) * 18
ONE = DEFINITE + (A,) * 7
NOT_SOME = DEFINITE + (BARE,) * 40
NOT_ONE = DEFINITE + (A,) * 30
_STRANGER_DEFINITE = (THE, THE, MY)
_STRANGER = (*_STRANGER_DEFINITE, A)
_LEADING = {kind: tuple(a for a in ADJECTIVES if a.precedes and kind in a.suits) for kind in Kind}
_TRAILING = {kind: tuple(a for a in ADJECTIVES if not a.precedes and kind in a.suits) for kind in Kind}


def pick(random: random.Random, entries: Sequence[T]) -> T:
    """One entry, evenly: ``random.choice``, faster for short tables."""
    return entries[int(random.random() * len(entries))]


def draw_name(random: random.Random) -> Name:
    """A known name, or an invented one."""
    return Name(invent(random)) if random.random() < 0.41 else pick(random, NAMES)


def draw_phrase(
    random: random.Random,
    noun: Noun,
    singular: Sequence[Determiner],
    plural: Sequence[Determiner],
) -> NounPhrase:
    """A phrase around ``noun``, with a determiner of one of two tables and perhaps adjectives.

    A mass noun draws from the table of plurals: both can stand bare, neither takes "a".
    """
    kind = noun.kind
    if kind in ANIMATE and random.random() < 0.06:
        determiner = pick(random, _STRANGER_DEFINITE if singular is DEFINITE else _STRANGER)
        return NounPhrase(determiner, None, None, creature(invent(random)), Number.SINGULAR)
    number = Number.PLURAL if kind not in MASS and random.random() < 0.45 else Number.SINGULAR
    many = kind in MASS or number is Number.PLURAL
    determiner = draw_determiner(random, noun, plural if many else singular)
    leading = trailing = None
    if random.random() < (0.42 if determiner is BARE else 0.3):
        leading = pick(random, _LEADING[kind])
    if random.random() < 0.22:
        trailing = pick(random, _TRAILING[kind])
    return NounPhrase(determiner, leading, trailing, noun, number)


def draw_determiner(random: random.Random, noun: Noun, table: Sequence[Determiner]) -> Determiner:
    """One of the table; a possessive before "woman" would say "wife" in French, and before "girl" "daughter"."""
    determiner = pick(random, table)
    return THE if noun.kind in (Kind.ADULT, Kind.CHILD) and determiner in _OWNERS else determiner
