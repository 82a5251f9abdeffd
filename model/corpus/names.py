"""Proper names: a few that are learned, and invented ones that each occur once.

Invented words stand for what a vocabulary has never seen: a model can only copy them.
"""

import random

from model.corpus.french import BEFORE_VOWEL, CLOSED, PARTICLES
from model.corpus.lexicon import (
    ADJECTIVES,
    BE_ENGLISH,
    BE_FRENCH,
    DETERMINERS,
    ENGLISH_PARTICLES,
    NOUNS,
    PRONOUNS,
    VERBS,
    Adjective,
    Determiner,
    Gender,
    Kind,
    Noun,
    Verb,
)
from model.corpus.phrase import Name

NAMES: tuple[Name, ...] = (
    Name("anna", Gender.FEMININE),
    Name("alice", Gender.FEMININE),
    Name("emma", Gender.FEMININE),
    Name("marie", Gender.FEMININE),
    Name("julie", Gender.FEMININE),
    Name("omar"),
    Name("adam"),
    Name("paul"),
    Name("leo"),
    Name("lucas"),
)


def _english() -> frozenset[str]:
    entries: tuple[Noun | Verb | Determiner, ...] = (*NOUNS, *VERBS, *DETERMINERS)
    forms = [word for entry in entries for word in entry.english]
    forms += [adjective.english for adjective in ADJECTIVES]
    forms += [word for pronoun in PRONOUNS for word in (pronoun.english, pronoun.english_object)]
    forms += [name.word for name in NAMES]
    return frozenset([*forms, *BE_ENGLISH, *ENGLISH_PARTICLES]) - {""}


def _french() -> frozenset[str]:
    entries: tuple[Noun | Adjective | Verb | Determiner, ...] = (*NOUNS, *ADJECTIVES, *VERBS, *DETERMINERS)
    forms = [word for entry in entries for word in entry.french]
    forms += [word for pronoun in PRONOUNS for word in (pronoun.french, pronoun.french_object)]
    forms += [word for closed in CLOSED.values() for word in closed]
    forms += [name.word for name in NAMES]
    return frozenset([*forms, *BEFORE_VOWEL.values(), *BE_FRENCH, *PARTICLES]) - {"", *CLOSED}


ENGLISH_WORDS: frozenset[str] = _english()  # every English word but the invented ones
FRENCH_WORDS: frozenset[str] = _french()  # every French word but the invented ones

_ONSETS = ("b", "d", "f", "g", "k", "l", "m", "p", "r", "s", "t", "v", "z", "", "", "", "", "", "")
_CODAS = ("", "l", "n", "r", "s")
_MIDDLES = ("b", "d", "f", "g", "k", "m", "p", "t", "v", "z")
_ENDS = ("k", "m", "x", "z")
_RUDE = ("bit", "dik", "fag", "fuk", "kak", "kon", "kul", "kun", "nik", "pip", "put", "sek", "sex", "zob")  # as sounds


def invent(random: random.Random) -> str:
    """A word of two syllables, such as "talek", that a class may read aloud and hardly any language has."""
    while True:
        first = random.choice(_ONSETS) + random.choice("aeiou") + random.choice(_CODAS)
        word = first + random.choice(_MIDDLES) + random.choice("aeiou") + random.choice(_ENDS)
        if word not in ENGLISH_WORDS and word not in FRENCH_WORDS and not any(sound in word for sound in _RUDE):
            return word


def is_invented(word: str) -> bool:
    """Whether the grammar takes ``word`` for a name it has never seen: plain letters, no known word."""
    return word not in ENGLISH_WORDS and word.isalpha() and word.islower()


def creature(word: str) -> Noun:
    """An invented noun: masculine, singular, alive, and the same in both languages."""
    return Noun((word, ""), (word, ""), Gender.MASCULINE, Kind.ANIMAL)
