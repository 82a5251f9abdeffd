"""Possessors of nouns: "anna 's", "my brother 's", "the children 's"."""

from functools import cache

from model.corpus.grammar.derivation import Derivation
from model.corpus.grammar.determiners import DETERMINER_WORDS, OWNER, table_of
from model.corpus.grammar.nouns import NOUN_WORDS, proper_noun
from model.corpus.grammar.phrase import NounPhrase, ProperNoun
from model.corpus.grammar.relation import Relation
from model.corpus.lexicon.categories import Number
from model.corpus.lexicon.entries import Noun
from model.corpus.lexicon.function_words import BARE, NO, SOME, A
from model.corpus.lexicon.tables import NOUNS
from model.corpus.lexicon.word_classes import ANIMATE, GOODS, PEOPLE

_UNOWNED = frozenset({"child", "adult"})  # "la fille d'anna" is her daughter
_OWNED = (GOODS | ANIMATE | {"place", "food", "drink", "money"}) - _UNOWNED
_YOUNG = frozenset({"infant", "child"})  # without children of their own
_OWN_FAMILY = frozenset({"offspring", "spouse"})
_OF_ANIMALS = frozenset({"bed", "box", "bag", "chair", "picture", "house", "garden", "food", "milk", "water"})
# English marks the possessor of a plural without "s" only: "the children's room", but "the girls' room".
_POSSESSORS = (
    *((noun, Number.SINGULAR) for noun in NOUNS if noun.classes & (PEOPLE - {"spouse"}) and "pair" not in noun.classes),
    *[(noun, Number.SINGULAR) for noun in NOUNS if "animal" in noun.classes] * 8,  # as they own little
    *((noun, Number.PLURAL) for noun in NOUNS if noun.classes & {"kid", "adult"}),
)


def may_be_owned(noun: Noun | None) -> bool:
    """Return True for a noun that is drawn with a possessor, and for one that is not known yet."""
    return noun is None or bool(noun.classes & _OWNED and "common" not in noun.classes)


def derive_possessor(d: Derivation, noun: Noun | None) -> ProperNoun | NounPhrase | None:
    """Derive the possessor of a noun, None if it is not known yet; or derive nothing."""
    is_kin = bool(noun and noun.classes & {"kin", "spouse"})
    if not d.decide(0.2 if is_kin else 0.13, "'s"):
        return None
    if d.choose((True, False)):
        phrase: ProperNoun | NounPhrase = proper_noun(d)
    else:
        owner, planned = d.choose(_owners_of(noun), ((None, Number.SINGULAR),))
        start = d.here
        table = table_of(owner, planned, OWNER)
        determiner, numbers = d.choose_word(table, DETERMINER_WORDS)
        d.require(determiner not in (BARE, A, NO, SOME))
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
