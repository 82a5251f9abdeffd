"""Noun phrases: a determiner, up to two adjectives and a noun, perhaps with a possessor."""

from collections.abc import Sequence
from functools import cache

from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.determiners import (
    DETERMINER_WORDS,
    GENERIC_SUBJECT,
    NO_DETERMINER,
    NUMBERS,
    DeterminerTables,
    table_of,
)
from model.corpus.grammar.invented_words import invented_noun
from model.corpus.grammar.nouns import NOUN_WORDS
from model.corpus.grammar.phrase import NounPhrase, Spoken
from model.corpus.grammar.possessor import derive_possessor, may_be_owned
from model.corpus.grammar.relation import Relation
from model.corpus.lexicon.categories import Classes, Gender, Number
from model.corpus.lexicon.entries import Adjective, Determiner, Noun
from model.corpus.lexicon.function_words import ANY, BARE, HER, HIS, NO, ONE, OUR, POSSESSIVES, SOME, THE, THEIR, A
from model.corpus.lexicon.tables import ADJECTIVES, ANIMAL, PERSONAL
from model.corpus.lexicon.word_classes import ANIMATE, GOODS, PEOPLE

_FORMER = frozenset({"place", "town", "role"})  # "my old room" is the one before, "mon ancienne chambre"
_BEFORE_COLOUR = frozenset({"size", "look", "quality"})  # kinds of adjectives that are drawn before a colour


@cache
def adjective_words(is_prenominal: bool | None = None) -> Words[Adjective]:
    """Return all adjectives, or those that stand before or after the French noun."""
    return Words(
        (each, (each.english,)) for each in ADJECTIVES if is_prenominal is None or each.is_prenominal is is_prenominal
    )


@cache
def attributive_words(
    classes: Classes, is_prenominal: bool | None = None, *, is_colour: bool = False
) -> Words[Adjective]:
    """Return those of the adjectives, or of the colours only, that are drawn with a noun of some classes."""
    return Words(
        (each, words)
        for each, words in adjective_words(is_prenominal).entries
        if each.attributive & classes and (each.kind == "colour" or not is_colour)
    )


def noun_phrase(
    d: Derivation,
    nouns: Sequence[Noun],
    tables: DeterminerTables,
    number: Number | None = None,
    *,
    is_plain: bool = False,
    is_joined: bool = False,
) -> NounPhrase:
    """Derive a noun phrase.

    Args:
        d: the derivation.
        nouns: nouns to draw.
        tables: determiners to draw.
        number: number to draw; None for either.
        is_plain: True to draw no adjectives and no possessor.
        is_joined: True to draw no possessor, for a part of a coordination.
    """
    noun = d.choose(nouns, (None,))
    planned: Number | None = None
    drawn = NOUN_WORDS
    if noun:
        is_singular = noun.is_mass or ("unique" in noun.classes and tables is not GENERIC_SUBJECT)  # "my mother"
        natural = (Number.SINGULAR,) if is_singular else (Number.PLURAL,) if "pair" in noun.classes else NUMBERS
        planned = d.choose(tuple(each for each in natural if number in (None, each)))
        drawn = NOUN_WORDS.only((noun, planned))
    possessor = None
    if tables.is_definite and may_be_owned(noun) and (noun is None or not (is_plain or is_joined)):
        possessor = derive_possessor(d, noun)
    start = d.here - 1
    if possessor:
        determiner, numbers = THE, tuple(Number)
    else:
        start = d.here
        determiner, numbers = d.choose_word(table_of(noun, planned, tables), DETERMINER_WORDS)
        d.require((determiner is NO) is (tables is NO_DETERMINER))
        d.require(determiner is not ANY or ANY in tables.plural)
        is_inventing = noun is None or (planned is Number.SINGULAR and bool(noun.classes & {"animal", "role"}))
        if is_inventing and determiner is not BARE and (word := d.invent(0.04)):
            d.require(Number.SINGULAR in numbers)
            d.relate(Relation.DETERMINER, start, d.here - 1)
            return NounPhrase(determiner, start, None, None, invented_noun(word), Number.SINGULAR, d.here - 1)
    is_plain = is_plain or (possessor is not None and noun is not None and bool(noun.classes & GOODS))
    prenominal, postnominal = (None, None) if noun and is_plain else _adjectives(d, noun)
    noun, spoken = d.choose_word(drawn, NOUN_WORDS)
    d.require(spoken in numbers and _has_form(determiner, noun, spoken))
    attributes = [each.adjective for each in (prenominal, postnominal) if each]
    d.require(bool(noun.classes & ANIMATE) or not any(map(is_of_beings, attributes)))
    is_look = prenominal is not None and prenominal.adjective.kind == "look"
    d.avoid(is_look and is_male_person(noun.gender, noun.classes))
    d.avoid(noun.is_mass and determiner is A and bool(prenominal or postnominal))  # "a hot tea"
    is_owned = determiner in POSSESSIVES or possessor is not None
    d.avoid("place" in noun.classes and spoken is Number.PLURAL and is_owned)  # "our schools"
    d.avoid("gown" in noun.classes and (determiner is HIS or (possessor is not None and not possessor.gender)))
    d.avoid("spouse" in noun.classes and determiner in (OUR, THEIR, HIS if noun.gender is Gender.MASCULINE else HER))
    kinds = {each.kind for each in attributes}
    d.avoid("quality" in kinds and is_owned and bool(noun.classes & PEOPLE))  # "my good doctor"
    d.avoid("state" in kinds and possessor is not None)  # "the woman's happy family"
    d.avoid(is_owned and postnominal is not None and postnominal.adjective.kind == "price")  # "sa maison chère"
    is_old = prenominal is not None and prenominal.adjective.kind == "age"
    d.avoid(is_old and determiner in POSSESSIVES and bool(noun.classes & _FORMER))
    if determiner is not BARE and possessor is None:
        d.relate(Relation.DETERMINER, start, d.here - 1)
    for adjective in (prenominal, postnominal):
        d.relate(Relation.ADJECTIVE, adjective.index if adjective else None, d.here - 1)
    return NounPhrase(determiner, start, prenominal, postnominal, noun, spoken, d.here - 1, possessor)


def is_male_person(gender: Gender, classes: Classes) -> bool:
    """Return True for men and boys, whom English rarely calls pretty or beautiful."""
    return gender is Gender.MASCULINE and bool(classes & PEOPLE)


def is_of_beings(adjective: Adjective) -> bool:
    """Return True for what is said of people and animals alone: "nice", in French "gentil"."""
    return adjective.predicative | adjective.attributive <= PERSONAL | ANIMAL


def _adjectives(d: Derivation, noun: Noun | None) -> tuple[Spoken | None, Spoken | None]:
    """Derive up to two adjectives, in English order."""
    prenominal = postnominal = None
    drawn = attributive_words(noun.classes, True) if noun else adjective_words(True)
    if drawn.entries and d.decide(0.3):
        prenominal = Spoken(d.choose_word(drawn, adjective_words(True)), d.here - 1)
    is_colour = prenominal is not None
    drawn = attributive_words(noun.classes, False, is_colour=is_colour) if noun else adjective_words(False)
    is_natural = prenominal is None or noun is None or prenominal.adjective.kind in _BEFORE_COLOUR
    if drawn.entries and is_natural and d.decide(0.34):
        postnominal = Spoken(d.choose_word(drawn, adjective_words(False)), d.here - 1)
    return prenominal, postnominal


def _has_form(determiner: Determiner, noun: Noun, number: Number) -> bool:
    """Return False for phrases that the language excludes: "cat" alone, "some cat", "any cat", "a water"."""
    if determiner in (BARE, SOME, ANY):
        return noun.is_mass or number is Number.PLURAL
    return determiner not in (A, ONE) or not noun.is_mass or "drink" in noun.classes
