"""Existence: "there is a cat in the garden"."""

from model.corpus.grammar.clause import Mood
from model.corpus.grammar.derivation import Derivation
from model.corpus.grammar.determiners import INDEFINITE, NO_DETERMINER, ROLES, DeterminerTables
from model.corpus.grammar.finite_verb import BE, WAS, ask
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.noun_phrase import noun_phrase
from model.corpus.grammar.nouns import nouns_of
from model.corpus.grammar.phrase import Article, list_attributes
from model.corpus.grammar.place import has_whereabouts, whereabouts
from model.corpus.lexicon.categories import Number
from model.corpus.lexicon.function_words import (
    ANY,
    BARE,
    CARDINALS,
    MANY,
    ONE,
    POSSESSIVES,
    SOME,
    THIRD,
    THIRD_PLURAL,
    A,
)
from model.corpus.lexicon.tables import NOUNS
from model.corpus.lexicon.word_classes import PEOPLE

_CLASSES = frozenset().union(*(noun.classes for noun in NOUNS))
_NOUNS = tuple(
    noun
    for noun in nouns_of(_CLASSES)
    if has_whereabouts(noun.classes) and not noun.classes & {"kin", "spouse", "relation", "unique"}
)
_MOODS = (Mood.STATEMENT,) * 6 + (Mood.NEGATION,) * 3 + (Mood.QUESTION,) * 3
_POSSESSIVE = frozenset(each.english[Number.SINGULAR] for each in POSSESSIVES)
_VISIBLE = frozenset({"size", "look", "age", "colour"})  # kinds of adjectives of what one notices


def existence(d: Derivation) -> Tokens:
    """Derive "there is a cat in the garden", "there were two dogs", its negation or its question."""
    mood = d.choose(_MOODS, tuple(Mood))
    number = d.choose((Number.SINGULAR, Number.PLURAL))
    auxiliary = d.choose((BE,) * 5 + (WAS,), (BE, WAS))
    verb = auxiliary.english[THIRD_PLURAL if number else THIRD]
    if mood is Mood.QUESTION:
        verb_index = d.say(verb, "there")
        there = verb_index + 1
    else:
        there = d.say("there", verb)
        verb_index = there + 1
    negation, tables = _negation(d, number) if mood is Mood.NEGATION else ((), INDEFINITE)
    phrase = noun_phrase(d, _NOUNS, tables, number)
    d.require(phrase.number is number)
    d.require(mood is Mood.QUESTION or phrase.determiner is not ANY)
    attributes = list_attributes(phrase)
    d.avoid(bool(attributes) and (mood is not Mood.STATEMENT or phrase.determiner in (ONE, MANY, *CARDINALS)))
    d.avoid(any(each.kind not in _VISIBLE for each in attributes))
    d.avoid("place" in phrase.classes and number is Number.PLURAL)
    d.avoid(mood is Mood.QUESTION and phrase.determiner in (ONE, SOME, MANY, *CARDINALS))  # English asks for "any"
    d.avoid(phrase.determiner in (A, ONE) and phrase.noun.is_mass)  # "there is a coffee"
    d.avoid(tables is ROLES and phrase.determiner is BARE)  # "there is not milk"
    links = (there, verb_index)  # "il y a" translates "there is" as a whole
    tokens: Tokens = [("il", links), ("y", links), (auxiliary.have[THIRD], links)]
    if negation:
        tokens = [tokens[0], ("ne'", negation), *tokens[1:], ("pas", negation)]
    tokens += phrase.french(Article.NEGATED if negation else Article.PARTITIVE, negation)
    is_missed = phrase.noun.is_mass and mood is not Mood.STATEMENT  # "there is no milk"
    if d.decide(0.6 if is_missed else 1.0):
        place = d.here
        tokens += whereabouts(d, phrase.classes, is_named=False)
        d.avoid("there" in d.words[place:])
        is_owned = not _POSSESSIVE.isdisjoint(d.words[place:])
        d.avoid(is_owned and bool(phrase.classes & PEOPLE))  # "artists in my kitchen"
    else:
        d.avoid(not is_missed)
    return ask(verb_index, tokens) if mood is Mood.QUESTION else tokens


def _negation(d: Derivation, number: Number) -> tuple[tuple[int, ...], DeterminerTables]:
    """Derive "not", or nothing before "no"; return the index of either and the determiners that follow."""
    if d.choose((True,) if number else (True,) * 5 + (False,), (True, False)):
        return (d.here,), NO_DETERMINER
    return (d.say("not"),), ROLES
