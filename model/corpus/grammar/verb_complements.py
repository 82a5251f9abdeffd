"""Complements of verbs: the object and who is given it, in French before or after the verb."""

from typing import NamedTuple

from model.corpus.grammar.derivation import Derivation
from model.corpus.grammar.french import Token, Tokens, prepend
from model.corpus.grammar.phrase import Article, NounPhrase, Phrase, add_preposition
from model.corpus.grammar.recipient import Recipient, recipient
from model.corpus.grammar.subject import Subject
from model.corpus.grammar.verb_choice import Gap
from model.corpus.grammar.verb_object import verb_object
from model.corpus.lexicon.categories import Number, ObjectArticle, Tense
from model.corpus.lexicon.entries import Determiner, Pronoun, Verb
from model.corpus.lexicon.function_words import BARE, CARDINALS, IT, A


class Complements(NamedTuple):
    """The complements of a verb.

    Attributes:
        clitic: French pronouns before the verb.
        rest: French words after it.
        object: its object, if any.
    """

    clitic: Tokens
    rest: Tokens
    object: Phrase | Pronoun | None


def complements(
    d: Derivation,
    verb: Verb,
    subject: Subject,
    links: tuple[int, ...],
    tense: Tense,
    negation: tuple[int, ...],
    *,
    gap: Gap | None,
    after: str,
    may_negate: bool,
) -> Complements:
    """Derive the complements of a verb that has been said.

    Args:
        d: the derivation.
        verb: the verb.
        subject: its subject.
        links: indices of its English words.
        tense: its tense.
        negation: indices of the English words of a negation.
        gap: complement that the phrase lacks.
        after: what an infinitive follows, as the table of verbs names it.
        may_negate: True if "no" before the object may negate the clause.
    """
    is_given = "recipient" in verb.traits
    is_received_first = is_given and (gap is Gap.OBJECT or d.choose((True, True, False), (True, False)))
    received = recipient(d, subject) if is_received_first else Recipient([], [])
    clitic: Tokens = [("y", links)] if "there" in verb.traits else []
    rest: Tokens = []
    object_ = None
    if verb.objects and gap is not Gap.OBJECT:
        is_present, is_negated = tense is Tense.PRESENT, bool(negation)
        object_ = verb_object(
            d,
            verb,
            subject,
            is_negated=is_negated,
            is_perfect=tense is Tense.PAST and "imperfect" not in verb.traits,
            is_habit=after == "like" or (is_present and (not verb.is_stative or "habit" in verb.adjuncts)),
            may_negate=may_negate,
        )
        d.require(not (is_given and isinstance(object_, Pronoun)))  # "i give it to her": "je le lui donne"
        is_plural = object_.number is Number.PLURAL
        d.avoid(tense is Tense.PROGRESSIVE and is_plural and _is_determined(object_, CARDINALS))
        d.avoid(is_negated and after == "must" and _is_determined(object_, (A,)))  # "you must not eat an egg"
        d.avoid(is_negated and not is_present and is_plural and _is_determined(object_, (BARE,)))
        clitic, rest = _french_object(d, verb, object_, links, negation)
    if is_given and not is_received_first:
        received = recipient(d, subject, is_after=True)
    return Complements([*clitic, *received.clitic], [*rest, *received.rest], object_)


def _french_object(
    d: Derivation, verb: Verb, object_: Phrase | Pronoun, links: tuple[int, ...], negation: tuple[int, ...]
) -> tuple[Tokens, Tokens]:
    """Return the object as a French pronoun before the verb, or as what follows it; the other one is empty."""
    preposition: Token = (verb.preposition, links[-1:])
    if not isinstance(object_, Pronoun):
        article = choose_article(verb, is_negated=bool(negation))
        if verb.preposition:
            return [], add_preposition(preposition, object_, article)
        return [], object_.french(article, negation[-1:])
    index = d.here - 1
    if object_ is IT and "ça" in verb.traits:
        return [], [("ça", (index,))]
    if not verb.preposition or "dative" in verb.traits:
        return [(object_.french_dative if verb.preposition else object_.french_object, (index,))], []
    d.require(bool(object_.french_strong))  # "i need it"
    return [], prepend(preposition, [(object_.french_strong, (index,))])


def _is_determined(phrase: Phrase | Pronoun, determiners: tuple[Determiner, ...]) -> bool:
    return isinstance(phrase, NounPhrase) and phrase.determiner in determiners


def choose_article(verb: Verb, *, is_negated: bool) -> Article:
    """Return the French article of an object without article in English."""
    if verb.article is ObjectArticle.NONE or verb.preposition == "de'":  # "besoin de pain"
        return Article.NONE
    if verb.article in (ObjectArticle.GENERIC, ObjectArticle.DEFINITE):
        return Article.GENERIC
    return Article.NEGATED if is_negated else Article.PARTITIVE
