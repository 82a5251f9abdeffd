"""What the toy language leaves unsaid, because it says little or has no one natural translation."""

from model.corpus.clause import Clause, Form, Quality
from model.corpus.lexicon import BARE, PEOPLE, WE, YOU, A, I, Pronoun
from model.corpus.phrase import Both, NounPhrase, Phrase, Subject, is_person

_SPEAKERS = (I.person, WE.person)


def reflexive(subject: Subject, thing: Pronoun) -> bool:
    """Whether an object pronoun names the subject again: "i see me", "we help me"."""
    if not isinstance(subject, Pronoun):
        return False
    return (subject.person in _SPEAKERS and thing.person in _SPEAKERS) or subject.person == thing.person == YOU.person


def _again(subject: Subject, phrase: Phrase | None) -> bool:
    """Whether the same ones are named again: "paul arrives with paul"."""
    if isinstance(phrase, NounPhrase) and phrase.determiner in (A, BARE):
        return False
    return phrase is not None and phrase in (subject[:2] if isinstance(subject, Both) else (subject,))


def sensible(clause: Clause) -> bool:
    """Whether the clause has one natural translation; those that have none are not in the language.

    Out are "i see me" and "anna sees anna", "the boy is hot" (French: "il a chaud"), "she is good", "she likes him"
    (French: "elle l'aime bien"), "i do not like a cat" (neither "un" nor "de" is natural) and "he is not old and sad"
    (French: "ni vieux ni triste").
    """
    subject, predicate, form = clause
    if isinstance(predicate, Quality):
        if predicate.second is not None and (predicate.second is predicate.adjective or form is Form.NEGATION):
            return False
        alive = isinstance(subject, Pronoun) or subject.animate
        adjectives = (predicate.adjective, predicate.second)
        return not (alive and any(one is not None and one.is_of_things for one in adjectives))
    thing, setting = predicate.object, predicate.setting
    if predicate.verb.taste and is_person(thing) and not predicate.verb.objects & PEOPLE:
        return False
    if isinstance(thing, Pronoun):
        return not reflexive(subject, thing)
    if _again(subject, thing) or (setting and _again(subject, setting.phrase)):
        return False
    if isinstance(thing, NounPhrase) and thing.determiner is A:
        return not (predicate.verb.taste and form is Form.NEGATION)
    return True
