"""Noun phrases: a name, or a determiner, up to two adjectives and a noun, perhaps with a possessor."""

from collections.abc import Sequence
from functools import cache

from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.determiners import DETERMINER_WORDS, NO_DETERMINER, NUMBERS, OWNER, DeterminerTables, table_of
from model.corpus.grammar.invented_words import invented_noun
from model.corpus.grammar.phrase import NounPhrase, ProperNoun, Spoken
from model.corpus.grammar.relation import Relation
from model.corpus.lexicon.categories import Classes, Gender, Number
from model.corpus.lexicon.entries import Adjective, Determiner, Name, Noun
from model.corpus.lexicon.function_words import BARE, HER, HIS, NO, OUR, POSSESSIVES, SOME, THE, THEIR, A
from model.corpus.lexicon.tables import ADJECTIVES, NAMES, NOUNS
from model.corpus.lexicon.word_classes import ANIMATE, GOODS, PEOPLE

_OWNED = (GOODS | ANIMATE | {"place", "food", "drink"}) - {"child", "adult"}  # "la fille d'anna" is her daughter
_YOUNG = frozenset({"infant", "child"})  # without children of their own
_OWN_FAMILY = frozenset({"offspring", "spouse"})
_OF_ANIMALS = frozenset({"ball", "bed", "box", "bag", "chair", "picture", "house", "garden", "food"})
# English marks the possessor of a plural without "s" only: "the children's room", but "the girls' room".
_POSSESSORS = (
    *((noun, Number.SINGULAR) for noun in NOUNS if noun.classes & (PEOPLE - {"spouse"})),
    *[(noun, Number.SINGULAR) for noun in NOUNS if "animal" in noun.classes] * 3,  # as they own little
    *((noun, Number.PLURAL) for noun in NOUNS if noun.classes & {"kid", "adult"}),
)
_FORMER = frozenset({"place", "town", "role"})  # "my old room" is the one before, "mon ancienne chambre"
_BEFORE_COLOUR = frozenset({"size", "look", "quality"})  # kinds of adjectives that are drawn before a colour


@cache
def nouns_of(classes: Classes) -> tuple[Noun, ...]:
    """Return the nouns of these classes; feminine people and animals, which are few, occur twice."""
    nouns = [noun for noun in NOUNS if noun.classes & classes]
    return tuple(nouns + [noun for noun in nouns if noun.classes & ANIMATE and noun.gender is Gender.FEMININE])


NOUN_WORDS = Words(
    ((noun, number), (noun.english[number],)) for noun in NOUNS for number in Number if noun.english[number]
)
_NAME_WORDS = Words((name, (name.word,)) for name in NAMES)


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


def proper_noun(d: Derivation) -> ProperNoun:
    """Derive a known or an invented name."""
    if word := d.invent(0.35):
        return ProperNoun(word, d.here - 1)
    name: Name = d.choose_word(_NAME_WORDS)
    return ProperNoun(name.word, d.here - 1, name.gender)


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
        d.avoid(number is Number.PLURAL and _is_singular(noun))
        planned = Number.SINGULAR if _is_singular(noun) else d.choose(NUMBERS if number is None else (number,))
        drawn = NOUN_WORDS.only((noun, planned))
    possessor = None
    is_owned = noun is None or bool(noun.classes & _OWNED and "common" not in noun.classes)
    if tables.is_definite and is_owned and (noun is None or not (is_plain or is_joined)):
        is_kin = bool(noun and noun.classes & {"kin", "spouse"})
        possessor = _possessor(d, noun, 0.2 if is_kin else 0.13)
    start = d.here - 1
    if possessor:
        determiner, numbers = THE, tuple(Number)
    else:
        start = d.here
        determiner, numbers = d.choose_word(table_of(noun, planned, tables), DETERMINER_WORDS)
        d.require((determiner is NO) is (tables is NO_DETERMINER))
        is_inventing = noun is None or (planned is Number.SINGULAR and bool(noun.classes & {"animal", "role"}))
        if is_inventing and determiner is not BARE and (word := d.invent(0.04)):
            d.require(Number.SINGULAR in numbers)
            d.relate(Relation.DETERMINER, start, d.here - 1)
            return NounPhrase(determiner, start, None, None, invented_noun(word), Number.SINGULAR, d.here - 1)
    is_plain = is_plain or (possessor is not None and noun is not None and bool(noun.classes & GOODS))
    prenominal, postnominal = (None, None) if noun and is_plain else _adjectives(d, noun)
    noun, spoken = d.choose_word(drawn, NOUN_WORDS)
    d.require(spoken in numbers and _has_form(determiner, noun, spoken))
    is_look = prenominal is not None and prenominal.adjective.kind == "look"
    d.avoid(is_look and is_male_person(noun.gender, noun.classes))
    d.avoid(noun.is_mass and determiner is A and bool(prenominal or postnominal))  # "a hot tea"
    is_owned = determiner in POSSESSIVES or possessor is not None
    d.avoid("place" in noun.classes and spoken is Number.PLURAL and is_owned)  # "our schools"
    d.avoid("gown" in noun.classes and (determiner is HIS or (possessor is not None and not possessor.gender)))
    d.avoid("spouse" in noun.classes and determiner in (OUR, THEIR, HIS if noun.gender is Gender.MASCULINE else HER))
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


def _is_singular(noun: Noun) -> bool:
    """Return True for a noun that is drawn in the singular only: "water", "my mother"."""
    return noun.is_mass or "unique" in noun.classes


def _possessor(d: Derivation, noun: Noun | None, probability: float) -> ProperNoun | NounPhrase | None:
    """Derive "anna 's" or "my brother 's", or nothing."""
    if not d.decide(probability, "'s"):
        return None
    if d.choose((True, False)):
        phrase: ProperNoun | NounPhrase = proper_noun(d)
    else:
        owner, planned = d.choose(_owners_of(noun), ((None, Number.SINGULAR),))
        start = d.here
        table = table_of(owner, planned, OWNER)
        determiner, numbers = d.choose_word(table, DETERMINER_WORDS)
        d.require(determiner is not BARE and determiner is not A)
        drawn = NOUN_WORDS.only((owner, planned)) if owner else NOUN_WORDS
        spoken, number = d.choose_word(drawn, NOUN_WORDS)
        d.require(number in numbers)
        d.relate(Relation.DETERMINER, start, d.here - 1)
        phrase = NounPhrase(determiner, start, None, None, spoken, number, d.here - 1)
    d.say("'s")
    return phrase


@cache
def _owners_of(noun: Noun | None) -> tuple[tuple[Noun | None, Number], ...]:
    """Return the possessors that are drawn with a noun."""
    return tuple((owner, number) for owner, number in _POSSESSORS if noun and _may_own(owner, number, noun))


def _may_own(owner: Noun, number: Number, noun: Noun) -> bool:
    """Return False for an odd possessor: "my father 's son" is "my brother", and no boy has a wife."""
    if "animal" in owner.classes:
        return bool(noun.classes & _OF_ANIMALS)
    if not noun.classes & {"kin", "spouse"}:
        return owner is not noun and owner.classes.isdisjoint({"group", "infant"})
    is_of_spouse = "spouse" in noun.classes
    if is_of_spouse and (owner.gender is noun.gender or number is Number.PLURAL):
        return False
    if "kin" in owner.classes:
        return bool(noun.classes & _OWN_FAMILY) and not owner.classes & {"parent", "offspring", "group"}
    return "infant" not in owner.classes and not (owner.classes & _YOUNG and noun.classes & _OWN_FAMILY)


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
    """Return False for phrases that the language excludes: "cat" alone, "some cat", "a water"."""
    if determiner in (BARE, SOME):
        return noun.is_mass or number is Number.PLURAL
    return determiner is not A or not noun.is_mass or "drink" in noun.classes
