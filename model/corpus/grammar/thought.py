"""Thoughts: a clause that somebody thinks or hopes, "anna thinks that he is tired"."""

from model.corpus.grammar.clause import any_subject, is_indefinite, statement
from model.corpus.grammar.complement import opinion
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.finite_verb import BE, DID, DO, WAS, Finite
from model.corpus.grammar.french import Token, Tokens, depend_on_next
from model.corpus.grammar.phrase import is_described
from model.corpus.grammar.relation import Relation
from model.corpus.lexicon.categories import ObjectArticle
from model.corpus.lexicon.entries import Verb
from model.corpus.lexicon.function_words import FIRST, FIRST_PLURAL, SECOND, THIRD, THIRD_PLURAL
from model.corpus.lexicon.verb_table import find_present
from model.corpus.lexicon.word_classes import PEOPLE

_VERBS = (("think", "thinks", "penser"), ("hope", "hopes", "espérer"))
_VERB_WORDS = {form: Words((each, (each[form],)) for each in _VERBS) for form in (0, 1)}
_HOPED = frozenset({"happy", "ready", "rich", "nice", "good", "here", "home"})
_LOCAL = frozenset({"in", "at", "here", "there"})
_THAT = Words([(True, ("that",)), (False, ())])


def thought(d: Derivation) -> Tokens:
    """Derive "anna thinks that he is tired"."""
    who = any_subject(d)
    d.avoid(not who.is_animate or not who.classes & PEOPLE or "infant" in who.classes)
    d.avoid(is_indefinite(who) or is_described(who.phrase) or who.person == SECOND)
    _, _, infinitive = d.choose_word(_VERB_WORDS[int(who.person == THIRD)])
    index = d.here - 1
    d.relate(Relation.SUBJECT, who.word, index)
    has_that = d.choose_word(_THAT)
    that = d.here - 1
    d.limit_options(1)
    start = d.here
    inner = statement(d, auxiliaries=(BE, WAS, DO, DID), drawn=(BE, DO), derive_complement=opinion)
    d.avoid(inner.verb is not None and not _is_opinion(inner.verb))
    d.avoid("to" in d.words[start:])  # "we think that he hopes to swim"
    d.avoid(is_indefinite(inner.subject) or is_described(inner.subject.phrase))
    persons = {inner.subject.person, who.person}
    is_same = len(persons) == 1 or persons == {FIRST, FIRST_PLURAL}
    d.avoid(is_same and not _LOCAL.isdisjoint(d.words[start:]))  # "he thinks that he is in the street"
    d.avoid(is_same and (infinitive == "espérer" or who.person not in (THIRD, THIRD_PLURAL)))  # "i think i sing"
    is_hoped = inner.auxiliary is BE and d.words[-1] in _HOPED and "very" not in d.words
    d.avoid(infinitive == "espérer" and not is_hoped)  # "i hope that he cries"
    d.avoid(not has_that and d.words[index + 1] == "that")  # "hope that rice is hot" reads the other way
    verb = (find_present(infinitive)[who.person], (index,))
    conjunction: Token = ("que'", (that,)) if has_that else depend_on_next("que'", (index,), inner.tokens[0])
    return Finite(who, DO, index).order(verb, [conjunction, *inner.tokens])


def _is_opinion(verb: Verb) -> bool:
    """Return True for what one thinks that somebody does: he loves her, he speaks french."""
    is_liked = verb.is_stative and "involuntary" not in verb.traits and bool(verb.objects & PEOPLE)
    return is_liked or verb.article is ObjectArticle.NONE
