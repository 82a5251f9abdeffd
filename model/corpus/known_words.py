"""Known words of the toy languages: the proper names, and the sets of all English and French words."""

from model.corpus.french import ELISIONS, PARTICLES, PREVOCALIC_FORMS
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
    forms += [word for elision in ELISIONS.values() for word in elision]
    forms += [name.word for name in NAMES]
    return frozenset([*forms, *PREVOCALIC_FORMS.values(), *BE_FRENCH, *PARTICLES]) - {"", *ELISIONS}


ENGLISH_WORDS: frozenset[str] = _english()
FRENCH_WORDS: frozenset[str] = _french()
