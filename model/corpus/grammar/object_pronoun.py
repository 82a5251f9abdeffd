"""Object pronouns of verbs: "he sees her", "she needs it"."""

from functools import cache

from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.nouns import nouns_of
from model.corpus.grammar.subject import Subject
from model.corpus.lexicon.categories import Classes
from model.corpus.lexicon.entries import Pronoun, Verb
from model.corpus.lexicon.function_words import HE, IT, PRONOUNS, SHE, THEY, WE, YOU, I
from model.corpus.lexicon.tables import NOUNS, PERSONAL
from model.corpus.lexicon.word_classes import ANIMATE, PEOPLE

_ABOUT_PEOPLE = (I, I, YOU, YOU, HE, *(SHE,) * 5, *PRONOUNS[4:])  # "her" is a possessive more often than an object
_UNMARKED = (I, YOU, HE, IT)  # whose gender does not show at a past participle, as in "achetés", "achetées"
_PRONOUN_WORDS = Words((pronoun, (pronoun.english_object,)) for pronoun in PRONOUNS)
_THINGS: Classes = frozenset().union(*(noun.classes for noun in NOUNS if not noun.classes & ANIMATE)) - {"common"}


def object_pronoun(
    d: Derivation, verb: Verb, subject: Subject, *, has_people: bool, is_perfect: bool, is_habit: bool
) -> Pronoun:
    """Derive the object pronoun of a verb.

    Args:
        d: the derivation.
        verb: the verb.
        subject: its subject.
        has_people: True if people are among its objects.
        is_perfect: True if a French participle could agree with it.
        is_habit: True to draw no "it" and no "them".
    """
    is_unmarked = is_perfect and not verb.preposition and not has_people  # of things: nobody has said their gender
    pronouns = _list_pronouns(verb, has_people=has_people)
    pronouns = tuple(each for each in pronouns if not is_unmarked or each in _UNMARKED)
    pronoun = d.choose_word(_object_words(pronouns), _PRONOUN_WORDS)
    d.avoid(subject.phrase is IT and pronoun is IT)
    d.require(not is_reflexive(subject, pronoun) and (not is_unmarked or pronoun in _UNMARKED))
    d.require("placed" not in verb.traits)  # French visits places, not people: "visiter"
    d.avoid("named" in verb.traits or (is_habit and pronoun in (IT, THEY)))
    require_object(d, verb, _THINGS if pronoun is IT else PEOPLE)
    return pronoun


@cache
def _list_pronouns(verb: Verb, *, has_people: bool) -> tuple[Pronoun, ...]:
    """Return the pronouns to draw; "it" is no person."""
    if not has_people:
        return (IT, THEY) if any(not noun.is_mass for noun in nouns_of(verb.objects)) else (IT,)
    return _ABOUT_PEOPLE if verb.objects - PERSONAL else tuple(each for each in _ABOUT_PEOPLE if each is not IT)


@cache
def _object_words(pronouns: tuple[Pronoun, ...]) -> Words[Pronoun]:
    return Words((pronoun, (pronoun.english_object,)) for pronoun in pronouns)


def require_object(d: Derivation, verb: Verb, classes: Classes) -> None:
    """Give up if French translates the verb differently with such an object."""
    d.require(not verb.foreign & classes)


def is_reflexive(subject: Subject, pronoun: Pronoun) -> bool:
    """Return True if an object pronoun refers to the subject: "i see me", "we give me a book"."""
    is_first = subject.person in (I.person, WE.person) and pronoun.person in (I.person, WE.person)
    return is_first or subject.person == pronoun.person == YOU.person
