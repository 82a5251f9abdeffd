"""Exclusion of clauses that are implausible or have no single natural translation."""

from model.corpus.clause import AdjectivePredicate, Clause, Form
from model.corpus.lexicon import BARE, PEOPLE, WE, YOU, A, I, Pronoun
from model.corpus.phrase import Coordination, NounPhrase, Phrase, Subject, is_person

_FIRST_PERSON = (I.person, WE.person)


def is_reflexive(subject: Subject, pronoun: Pronoun) -> bool:
    """Return True if an object pronoun refers to the subject: "i see me", "we help me"."""
    if not isinstance(subject, Pronoun):
        return False
    is_first = subject.person in _FIRST_PERSON and pronoun.person in _FIRST_PERSON
    return is_first or subject.person == pronoun.person == YOU.person


def _is_repeated(subject: Subject, phrase: Phrase | None) -> bool:
    """Return True if a phrase refers to the subject: "paul arrives with paul"."""
    if isinstance(phrase, NounPhrase) and phrase.determiner in (A, BARE):
        return False
    return phrase is not None and phrase in (subject[:2] if isinstance(subject, Coordination) else (subject,))


def is_plausible(clause: Clause) -> bool:
    """Return True if the clause is part of the language.

    Excluded are "i see me" and "anna sees anna", "the boy is hot" (French: "il a chaud"), "she is good", "she likes
    him" (French: "elle l'aime bien"), "i do not like a cat" (neither "un" nor "de" is natural) and "he is not old and
    sad" (French: "ni vieux ni triste").
    """
    subject, predicate, form = clause
    if isinstance(predicate, AdjectivePredicate):
        if predicate.second is not None and (predicate.second is predicate.adjective or form is Form.NEGATION):
            return False
        is_animate = isinstance(subject, Pronoun) or subject.is_animate
        adjectives = (predicate.adjective, predicate.second)
        return not (is_animate and any(each is not None and each.is_inanimate_predicate for each in adjectives))
    verb, object_, adjunct = predicate
    if verb.has_generic_object and is_person(object_) and not verb.objects & PEOPLE:
        return False
    if isinstance(object_, Pronoun):
        return not is_reflexive(subject, object_)
    if _is_repeated(subject, object_) or (adjunct and _is_repeated(subject, adjunct.phrase)):
        return False
    if isinstance(object_, NounPhrase) and object_.determiner is A:
        return not (verb.has_generic_object and form is Form.NEGATION)
    return True
