"""The sets of all English and French words that the grammar uses, invented words excepted."""

from model.corpus.lexicon.function_words import DETERMINERS, IMPERFECT_BE, IMPERFECT_HAVE, PRONOUNS
from model.corpus.lexicon.tables import (
    ADJECTIVES,
    CONJUGATIONS,
    FEELINGS,
    NAMES,
    NOUNS,
    PHRASES,
    PLACES,
    PREPOSITIONS,
    TIMES,
    VERBS,
)

PARTICLES = [
    "am",
    "are",
    "is",
    "was",
    "were",
    "do",
    "does",
    "did",
    "can",
    "must",
    "will",
    "not",
    "let",
    "to",
    "an",
    "and",
    "because",
    "but",
    "that",
    "there",
    "here",
    "who",
    "what",
    "where",
    "why",
    "when",
    "how",
    "name",
    "old",
    "years",
    "'s",
    "very",
    "too",
    "hope",
    "hopes",
    "think",
    "thinks",
]


def _english() -> frozenset[str]:
    words = {word for entry in (*NOUNS, *VERBS, *DETERMINERS) for word in entry.english}
    words |= {entry.english for entry in (*ADJECTIVES, *FEELINGS, *PREPOSITIONS, *TIMES)}
    words |= {word for pronoun in PRONOUNS for word in (pronoun.english, pronoun.english_object)}
    words |= {name.word for name in NAMES}
    words |= {word for place in PLACES for word in (*place.at, *place.to)}
    words |= {word for phrase in PHRASES for word in phrase.english}
    return frozenset(words.union(PARTICLES) - {""})


def _french() -> frozenset[str]:
    words = {word for noun in NOUNS for word in (*noun.french, *noun.feminine)}
    words |= {word for adjective in ADJECTIVES for word in adjective.french}
    words |= {word for verb in VERBS for word in (*verb.french, verb.infinitive, verb.participle)}
    words |= {word for present, participle in CONJUGATIONS.values() for word in (*present, participle)}
    words |= {word for determiner in DETERMINERS for word in determiner.french}
    words |= {entry.french for entry in (*FEELINGS, *PREPOSITIONS, *TIMES)}
    words |= {word for place in PLACES for word in place.french}
    words |= {word for phrase in PHRASES for word in phrase.french}
    return frozenset(words.union(IMPERFECT_BE, IMPERFECT_HAVE, (name.word for name in NAMES)) - {""})


ENGLISH_WORDS: frozenset[str] = _english()
FRENCH_WORDS: frozenset[str] = _french()
