"""Predicates: what follows subject and auxiliary, for every auxiliary."""

from dataclasses import replace
from typing import NamedTuple

from model.corpus.grammar.complement import Complement, complement, wish
from model.corpus.grammar.derivation import Derivation
from model.corpus.grammar.finite_verb import DID, DO, WILL, Finite
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.infinitive import after_auxiliary, after_verb, gerund, want_to_be
from model.corpus.grammar.phrase import NounPhrase
from model.corpus.grammar.progressive import intention, progressive
from model.corpus.grammar.subject import Subject
from model.corpus.grammar.verb_choice import Form, Gap
from model.corpus.grammar.verb_phrase import VerbPhrase, verb_phrase
from model.corpus.lexicon.entries import Pronoun, Verb
from model.corpus.lexicon.function_words import NO, THIRD


class Predicate(NamedTuple):
    """A predicate: the French clause with its subject, its verb, and the object of the verb if that is a phrase."""

    tokens: Tokens
    verb: Verb | None = None
    object: Subject | None = None


def predicate(
    d: Derivation, finite: Finite, gap: Gap | None = None, derive_complement: Complement = complement
) -> Predicate:
    """Derive the rest of a clause.

    Args:
        d: the derivation.
        finite: its beginning.
        gap: complement that a question word replaces.
        derive_complement: rule for what follows "to be".
    """
    if finite.auxiliary.be and gap is None:
        return Predicate(derive_complement(d, finite))
    if finite.auxiliary.be:
        return Predicate((intention if d.decide(0.1, "to") else progressive)(d, finite, gap))
    d.require(not finite.subject.excluded)
    if finite.auxiliary is WILL and gap is None and d.decide(0.3 if finite.subject.is_animate else 1.0, "be"):
        tokens = derive_complement(d, replace(finite, infinitive=(d.say("be"),)))
        d.avoid("sick" in d.words)
        return Predicate(tokens)
    if finite.auxiliary.before_infinitive:
        return _predicate(*after_auxiliary(d, finite, gap))
    if finite.auxiliary is DO and gap is None and d.decide(0.015, "be"):
        return Predicate(wish(d, want_to_be(d, finite)))
    if finite.auxiliary is DO and d.decide(0.15, "to"):
        return _predicate(*after_verb(d, finite, gap))
    if finite.auxiliary is DO and gap is not Gap.PLACE and d.decide(0.02):
        return _predicate(*gerund(d, finite, gap))
    is_third = finite.is_inflected and finite.subject.person == THIRD
    form = Form.THIRD_PERSON if is_third else Form.PLAIN
    if finite.is_inflected and finite.auxiliary is DID:
        form = Form.PAST
    phrase = verb_phrase(
        d,
        finite.subject,
        form,
        finite.auxiliary.tense,
        finite.negation,
        gap=gap,
        is_frequent=finite.is_frequent,
        may_negate=not (finite.negation or finite.is_frequent),
    )
    if isinstance(phrase.object, NounPhrase) and phrase.object.determiner is NO:
        finite = replace(finite, negation=(phrase.object.start,))
        d.avoid(finite.is_asked)
    if finite.auxiliary is DID:
        return _predicate(finite.past(phrase), phrase)
    verb = (phrase.verb.french[finite.subject.person], phrase.links)
    return _predicate(finite.order(verb, phrase.rest, phrase.clitic), phrase)


def _predicate(tokens: Tokens, phrase: VerbPhrase) -> Predicate:
    """Return the predicate of a verb, with its object as something that "it" or "they" may refer to."""
    spoken = phrase.object
    if spoken is None or isinstance(spoken, Pronoun):
        return Predicate(tokens, phrase.verb)
    referent = Subject([], spoken.person, spoken.gender, spoken.number, spoken.classes, spoken)
    return Predicate(tokens, phrase.verb, referent)
