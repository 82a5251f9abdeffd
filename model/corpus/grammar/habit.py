"""Habits: statements that are true of a kind, "cats like fish", drawn from a table of what each kind does."""

from collections.abc import Sequence
from functools import cache

from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.determiners import BARE_OBJECT, GENERIC_SUBJECT
from model.corpus.grammar.finite_verb import DO, Finite
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.noun_phrase import noun_phrase, nouns_of
from model.corpus.grammar.phrase import NounPhrase, is_described
from model.corpus.grammar.relation import Relation
from model.corpus.grammar.subject import Subject, subject
from model.corpus.grammar.verb_phrase import Form, choose_article
from model.corpus.lexicon.entries import Classes, Number, ObjectArticle, Verb
from model.corpus.lexicon.function_words import THIRD_PLURAL
from model.corpus.lexicon.tables import HABITS, VERBS

_KINDS = nouns_of(frozenset({"animal", "child", "role"}))


def habit(d: Derivation) -> Tokens:
    """Derive a statement about a kind: "cats like fish", "birds sing"."""
    who = subject(d, THIRD_PLURAL, _KINDS, GENERIC_SUBJECT)
    d.require(who.person == THIRD_PLURAL)
    verb = d.choose_word(_verb_words(who.classes))
    index = d.here - 1
    d.relate(Relation.SUBJECT, who.word, index)
    rest: Tokens = []
    if verb.objects:
        number = d.choose((Number.SINGULAR, Number.PLURAL))
        phrase = noun_phrase(d, nouns_of(verb.objects), BARE_OBJECT, number, is_plain=True)
        rest = phrase.french(choose_article(verb, is_negated=False))
    d.avoid(not _is_known(who, d.words[index:]))
    return Finite(who, DO, index).order((verb.french[who.person], (index,)), rest)


@cache
def _verb_words(classes: Classes) -> Words[Verb]:
    return Words(
        (verb, (verb.english[Form.PLAIN],))
        for verb in VERBS
        if verb.subjects & classes and not verb.is_negated and not verb.adverb
        if verb.article is ObjectArticle.GENERIC or verb.objects <= {"food", "drink", "fruit", "fodder", "plain"}
        if not verb.adjuncts & {"to!", "at!"} and "event" not in verb.traits
    )


def _is_known(who: Subject, said: Sequence[str]) -> bool:
    """Return True for what a kind does by the table: "cats", and "eat fish"."""
    if not isinstance(who.phrase, NounPhrase) or who.phrase.possessor or is_described(who.phrase):
        return False
    verb, *what = said
    objects = HABITS.get((who.phrase.noun.english[Number.SINGULAR], verb))
    return objects is not None and (not objects.isdisjoint(what) if objects else not what)
