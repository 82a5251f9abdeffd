"""Grammatical categories of the two languages, and the types that entries of the lexicon share."""

from enum import Enum, IntEnum, StrEnum


class Gender(IntEnum):
    """Grammatical gender; the value is an offset into a table of forms."""

    MASCULINE = 0
    FEMININE = 1


class Number(IntEnum):
    """Grammatical number; the value is an offset into a table of forms."""

    SINGULAR = 0
    PLURAL = 1


class Tense(StrEnum):
    """The tense of a verb form; it decides the adverbs of time, and the French tense with the auxiliary."""

    PRESENT = "present"
    PROGRESSIVE = "progressive"
    PAST = "past"
    FUTURE = "future"  # any infinitive: "he will sleep", "he can sleep"


class ObjectArticle(Enum):
    """The determiners that the objects of a verb naturally take."""

    PARTITIVE = "partitive"  # any; where English has none, "du pain"
    GENERIC = "generic"  # any but "a"; where English has none, "le pain"
    DEFINITE = "definite"  # the, this, my
    INDEFINITE = "indefinite"  # a, some, two
    NONE = "none"  # no article in either language: "parler anglais"


FrenchForms = tuple[str, str, str, str, str]  # je, tu, il, nous, ils
Classes = frozenset[str]  # semantic classes of nouns
