"""Contrasts: what two are like, side by side: "the cat is black and the dog is white"."""

from model.corpus.grammar.adjective_predicate import adjective
from model.corpus.grammar.clause import Clause, any_subject, is_unknown, statement
from model.corpus.grammar.coordination import list_of_one_kind
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.finite_verb import BE
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.phrase import NounPhrase, is_described
from model.corpus.grammar.subject import Subject, subject
from model.corpus.lexicon.entries import Pronoun
from model.corpus.lexicon.tables import ADJECTIVES, NOUNS

_CONJUNCTIONS = Words([("et", ("and",)), ("et", ("and",)), ("mais", ("but",))])
_KINDS = {each.english: each.kind for each in ADJECTIVES}
_UNDRAWN = frozenset({"very", "too", "ready", "open", "closed"})


def contrast(d: Derivation) -> Tokens:
    """Derive "the cat is black and the dog is white"."""
    d.limit_options(0)
    first = _description(d, any_subject(d))
    said = d.words[-1]
    conjunction = (d.choose_word(_CONJUNCTIONS), (d.here - 1,))
    second = _description(d, _other(d, first.subject))
    d.avoid(not _UNDRAWN.isdisjoint(d.words) or d.words[-1] == said or _KINDS[d.words[-1]] != _KINDS[said])
    return [*first.tokens, conjunction, *second.tokens]


def _description(d: Derivation, who: Subject) -> Clause:
    d.avoid(is_unknown(who) or is_described(who.phrase) or who.is_indefinite_it)
    return statement(d, who=who, auxiliaries=(BE,), derive_complement=adjective)


def _other(d: Derivation, who: Subject) -> Subject:
    """Derive the second subject: something of the same kind, or somebody else."""
    if not isinstance(who.phrase, NounPhrase):
        other = any_subject(d, can_be_thing=False)
        d.avoid(other.phrase is who.phrase or isinstance(other.phrase, NounPhrase))
        d.avoid(isinstance(other.phrase, Pronoun) and not isinstance(who.phrase, Pronoun))  # "marie is … and she is"
        return other
    other = subject(d, d.choose((who.person,), (None,)), list_of_one_kind(NOUNS, who.classes))
    d.avoid(isinstance(other.phrase, NounPhrase) and other.phrase.noun is who.phrase.noun)
    return other
