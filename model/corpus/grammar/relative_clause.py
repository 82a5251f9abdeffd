"""Relative clauses on people and animals: "the girl who sings is tall", "i know a man who lives in paris"."""

from model.corpus.grammar.clause import Mood, statement
from model.corpus.grammar.complement import situation
from model.corpus.grammar.derivation import DeadEnd, Derivation, Words
from model.corpus.grammar.determiners import DEFINITE
from model.corpus.grammar.finite_verb import BE, DID, DO
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.nouns import nouns_of
from model.corpus.grammar.phrase import NounPhrase, is_described
from model.corpus.grammar.relation import Relation
from model.corpus.grammar.subject import Subject, subject
from model.corpus.lexicon.function_words import BARE, CARDINALS, NO, THIRD, THIRD_PLURAL, A
from model.corpus.lexicon.word_classes import ANIMATE, PEOPLE

_DESCRIBED = nouns_of(frozenset({"child", "adult", "role", "relation", "animal"}))
_ONES_OWN = frozenset({"kin", "spouse", "unique"})
_PRONOUNS = Words([("who", ("who",)), ("that", ("that",))])


def described_subject(d: Derivation) -> Tokens:
    """Derive a statement on somebody whom a relative clause describes: "the girl who sings is tall"."""
    d.limit_options(1)
    who = subject(d, d.choose((THIRD, THIRD, THIRD_PLURAL), (None,)), _DESCRIBED, DEFINITE)
    described = who._replace(tokens=[*who.tokens, *_relative_clause(d, who)])
    mood = d.choose((*(Mood.STATEMENT,) * 3, Mood.NEGATION), (Mood.STATEMENT, Mood.NEGATION))
    clause = statement(d, mood, described)
    d.avoid(clause.verb is not None and not clause.verb.is_stative and clause.auxiliary is DO)  # "… eats fish"
    return clause.tokens


def described_object(d: Derivation) -> Tokens:
    """Derive a statement whose object a relative clause describes: "i know a man who lives in paris"."""
    d.limit_options(1)
    clause = statement(d, auxiliaries=(BE, DO, DID))
    if clause.object is None or clause.verb is None or "recipient" in clause.verb.traits:
        raise DeadEnd
    return [*clause.tokens, *_relative_clause(d, clause.object)]


def _relative_clause(d: Derivation, what: Subject) -> Tokens:
    """Derive the clause on a noun that has just been said."""
    phrase = what.phrase
    d.require(isinstance(phrase, NounPhrase) and phrase.index == d.here - 1 and phrase.determiner not in (BARE, NO))
    d.require(bool(what.classes & ANIMATE))
    if isinstance(phrase, NounPhrase):
        d.avoid(is_described(phrase) or phrase.possessor is not None)
        d.avoid(bool(phrase.classes & _ONES_OWN) and phrase.determiner not in (A, *CARDINALS))  # "my mother who sings"
    index = d.here
    planned = d.choose(("who" if what.classes & PEOPLE else "that",), (None,))
    d.choose_word(_PRONOUNS.only(planned) if planned else _PRONOUNS, _PRONOUNS)
    d.relate(Relation.ANTECEDENT, index, what.word)
    pronoun = Subject([("qui", (index,))], what.person, what.gender, what.number, what.classes)
    clause = statement(d, who=pronoun, auxiliaries=(BE, DO, DID), derive_complement=situation)
    d.avoid(not {"it", "them"}.isdisjoint(d.words[index:]))  # nobody has said what
    d.avoid(clause.auxiliary is DID and clause.verb is not None and "sensed" in clause.verb.traits)  # "… that saw mice"
    return clause.tokens
