"""Random sampling of names and noun phrases.

An entry that a table lists twice is sampled twice as often.
"""

import random
from collections.abc import Sequence
from typing import TypeVar

from model.corpus.invented_words import invent_word, invented_noun
from model.corpus.known_words import NAMES
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
    Noun,
    NounClass,
    Number,
)
from model.corpus.phrase import Name, NounPhrase

T = TypeVar("T")

_POSSESSIVES = (
    MY,
    YOUR,
    HIS,
    HER,
    HER,
    OUR,
    THEIR,
)  # "her" twice: as it is also a pronoun, it is harder to learn
DEFINITE_DETERMINERS = (THE,) * 6 + _POSSESSIVES + (THIS,) * 2
PLURAL_DETERMINERS = DEFINITE_DETERMINERS + (BARE,) * 18
SINGULAR_DETERMINERS = DEFINITE_DETERMINERS + (A,) * 7
NEGATED_PLURAL_DETERMINERS = DEFINITE_DETERMINERS + (BARE,) * 40
NEGATED_SINGULAR_DETERMINERS = DEFINITE_DETERMINERS + (A,) * 30
_INVENTED_DEFINITE = (THE, THE, MY)
_INVENTED = (*_INVENTED_DEFINITE, A)
_PRENOMINAL = {each: tuple(a for a in ADJECTIVES if each in a.noun_classes and a.is_prenominal) for each in NounClass}
_POSTNOMINAL = {
    each: tuple(a for a in ADJECTIVES if each in a.noun_classes and not a.is_prenominal) for each in NounClass
}


def pick(random: random.Random, entries: Sequence[T]) -> T:
    """Sample an entry uniformly, like ``random.choice`` but faster for short tables."""
    return entries[int(random.random() * len(entries))]


def sample_name(random: random.Random) -> Name:
    """Sample a known or an invented name."""
    return Name(invent_word(random)) if random.random() < 0.41 else pick(random, NAMES)


def sample_noun_phrase(
    random: random.Random,
    noun: Noun,
    singular: Sequence[Determiner],
    plural: Sequence[Determiner],
) -> NounPhrase:
    """Sample a phrase around ``noun``, with a determiner of one of two tables and up to two adjectives.

    A mass noun takes the table of plurals: both can do without a determiner, neither takes "a".
    An animate noun is sometimes replaced by an invented one.
    """
    noun_class = noun.noun_class
    if noun_class in ANIMATE and random.random() < 0.06:
        determiner = pick(random, _INVENTED_DEFINITE if singular is DEFINITE_DETERMINERS else _INVENTED)
        return NounPhrase(determiner, None, None, invented_noun(invent_word(random)), Number.SINGULAR)
    number = Number.PLURAL if noun_class not in MASS and random.random() < 0.45 else Number.SINGULAR
    is_singular = noun_class not in MASS and number is Number.SINGULAR
    determiner = sample_determiner(random, noun, singular if is_singular else plural)
    prenominal = postnominal = None
    if random.random() < (0.42 if determiner is BARE else 0.3):
        prenominal = pick(random, _PRENOMINAL[noun_class])
    if random.random() < 0.22:
        postnominal = pick(random, _POSTNOMINAL[noun_class])
    return NounPhrase(determiner, prenominal, postnominal, noun, number)


def sample_determiner(random: random.Random, noun: Noun, table: Sequence[Determiner]) -> Determiner:
    """Sample a determiner; "ma femme" means "my wife" and "ma fille" "my daughter": no possessive there."""
    determiner = pick(random, table)
    return THE if noun.noun_class in (NounClass.ADULT, NounClass.CHILD) and determiner in _POSSESSIVES else determiner
