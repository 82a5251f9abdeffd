"""Existence: "there is a cat in the garden"."""

from model.corpus.grammar.adjunct import whereabouts
from model.corpus.grammar.clause import Mood
from model.corpus.grammar.derivation import Derivation
from model.corpus.grammar.determiners import INDEFINITE, NO_DETERMINER, ROLES, DeterminerTables
from model.corpus.grammar.finite_verb import ask
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.noun_phrase import noun_phrase, nouns_of
from model.corpus.grammar.phrase import Article
from model.corpus.lexicon.entries import Number
from model.corpus.lexicon.function_words import A
from model.corpus.lexicon.tables import ANIMATE, GOODS

_NOUNS = nouns_of(ANIMATE - {"kin", "spouse", "relation"} | GOODS - {"opening"} | {"fruit", "food", "drink"})
_MOODS = (Mood.STATEMENT,) * 6 + (Mood.NEGATION,) * 2 + (Mood.QUESTION,) * 3


def existence(d: Derivation) -> Tokens:
    """Derive "there is a cat in the garden", its negation or its question."""
    mood = d.choose(_MOODS, tuple(Mood))
    number = d.choose((Number.SINGULAR, Number.PLURAL))
    verb = "are" if number else "is"
    if mood is Mood.QUESTION:
        verb_index = d.say(verb, "there")
        there = verb_index + 1
    else:
        there = d.say("there", verb)
        verb_index = there + 1
    negation, tables = _negation(d, number) if mood is Mood.NEGATION else ((), INDEFINITE)
    phrase = noun_phrase(d, _NOUNS, tables, number)
    d.require(phrase.number is number)
    is_described = phrase.prenominal is not None or phrase.postnominal is not None
    d.avoid(bool(negation) and is_described and number is Number.SINGULAR and not phrase.noun.is_mass)
    d.avoid(phrase.determiner is A and phrase.noun.is_mass)  # "there is a coffee"
    links = (there, verb_index)  # "il y a" translates "there is" as a whole
    tokens: Tokens = [("il", links), ("y", links), ("a", links)]
    if negation:
        tokens = [tokens[0], ("ne'", negation), *tokens[1:], ("pas", negation)]
    tokens += phrase.french(Article.NEGATED if negation else Article.PARTITIVE, negation)
    if "cabin" not in phrase.classes and d.decide(0.8):
        place = d.here
        tokens += whereabouts(d, phrase.classes, is_action=bool(phrase.classes & ANIMATE))
        d.avoid(not {"a", "there"}.isdisjoint(d.words[place:]))
    d.avoid(mood is Mood.QUESTION and "some" in d.words)  # English asks for "any"
    return ask(verb_index, tokens) if mood is Mood.QUESTION else tokens


def _negation(d: Derivation, number: Number) -> tuple[tuple[int, ...], DeterminerTables]:
    """Derive "not", or nothing before "no"; return the index of either and the determiners that follow."""
    if d.choose((True,) if number else (True,) * 5 + (False,), (True, False)):
        return (d.here,), NO_DETERMINER
    return (d.say("not"),), ROLES
