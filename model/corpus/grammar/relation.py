"""The grammatical relations between two English words that the rules tell."""

from enum import StrEnum
from typing import NamedTuple


class Relation(StrEnum):
    """A kind of relation; the dependent word is named first."""

    SUBJECT = "subject – verb"  # the finite verb, which may be an auxiliary
    ADJECTIVE = "adjective – noun"
    DETERMINER = "determiner – noun"
    NEGATION = "negation – verb"  # the verb that is negated, after "do not"
    ANTECEDENT = "pronoun – antecedent"


class Related(NamedTuple):
    """Two English words in a relation, as indices in the sentence."""

    relation: Relation
    dependent: int
    head: int
