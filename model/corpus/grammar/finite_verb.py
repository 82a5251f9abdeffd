"""The finite verb: English auxiliaries, and the French order of subject, negation, pronouns and verb."""

from dataclasses import dataclass
from functools import cache

from model.corpus.grammar.derivation import Words
from model.corpus.grammar.french import Token, Tokens
from model.corpus.lexicon.entries import FrenchForms
from model.corpus.lexicon.function_words import IMPERFECT_BE, IMPERFECT_HAVE, THIRD
from model.corpus.lexicon.tables import find_present

PRESENT, PAST = "present", "past"


@dataclass(frozen=True)
class Auxiliary:
    """An English auxiliary.

    Attributes:
        english: forms by person.
        be: French forms of "être" in its tense, None if another verb follows.
        have: French forms of "avoir" in its tense.
        infinitive_verb: French forms of the verb that an infinitive follows: "pouvoir" for "can".
        tense: restricts adverbs of time.
        is_silent: True if an affirmative statement does not say it: "do".
        share: how often it is drawn.
    """

    english: tuple[str, str, str, str, str]
    share: int
    be: FrenchForms | None = None
    have: FrenchForms | None = None
    infinitive_verb: FrenchForms | None = None
    tense: str = PRESENT
    is_silent: bool = False


BE = Auxiliary(("am", "are", "is", "are", "are"), 7, be=find_present("être"), have=find_present("avoir"))
WAS = Auxiliary(("was", "were", "was", "were", "were"), 2, be=IMPERFECT_BE, have=IMPERFECT_HAVE, tense=PAST)
DO = Auxiliary(("do", "do", "does", "do", "do"), 12, is_silent=True)
DID = Auxiliary(("did",) * 5, 7, have=find_present("avoir"), tense=PAST, is_silent=True)
CAN = Auxiliary(("can",) * 5, 2, infinitive_verb=find_present("pouvoir"), tense="")
MUST = Auxiliary(("must",) * 5, 1, infinitive_verb=find_present("devoir"), tense="")
WILL = Auxiliary(("will",) * 5, 1, infinitive_verb=find_present("aller"), tense="future")
AUXILIARIES = (BE, WAS, DO, DID, CAN, MUST, WILL)

Spoken = tuple[Auxiliary, str]


@cache
def auxiliary_words(person: int, auxiliaries: tuple[Auxiliary, ...], *, is_statement: bool) -> Words[Spoken]:
    """Return the forms of auxiliaries for a person; those that an affirmative statement does not say are silent."""
    spoken = [(each, each.english[person]) for each in auxiliaries for _ in range(each.share)]
    return Words(((each, word), () if is_statement and each.is_silent else (word,)) for each, word in spoken)


@cache
def all_auxiliary_words(auxiliaries: tuple[Auxiliary, ...]) -> Words[Spoken]:
    """Return all forms of auxiliaries, for parsing a question, in which the auxiliary comes before its subject."""
    return Words(((each, word), (word,)) for each in auxiliaries for word in dict.fromkeys(each.english))


def order_verb(subject: Tokens, finite: Token, rest: Tokens, negation: tuple[int, ...], clitic: Tokens = []) -> Tokens:  # noqa: B006 (never changed)
    """Return subject, "ne", object pronoun, finite verb, "pas" and the rest.

    Args:
        subject: French words of the subject.
        finite: finite verb.
        rest: what follows.
        negation: indices of the English words that "ne … pas" translates; empty if affirmative.
        clitic: object pronoun of the finite verb.
    """
    if not negation:
        return [*subject, *clitic, finite, *rest]
    return [*subject, ("ne'", negation), *clitic, finite, ("pas", negation), *rest]


__all__ = ["AUXILIARIES", "BE", "CAN", "DID", "DO", "MUST", "THIRD", "WAS", "WILL", "Auxiliary", "order_verb"]
