"""Nouns and names: which are drawn, and the English words of all."""

from functools import cache

from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.phrase import ProperNoun
from model.corpus.lexicon.categories import Classes, Gender, Number
from model.corpus.lexicon.circumstances import Place
from model.corpus.lexicon.entries import Name, Noun
from model.corpus.lexicon.tables import NAMES, NOUNS, PLACES
from model.corpus.lexicon.word_classes import ANIMATE

NOUN_WORDS = Words(
    ((noun, number), (noun.english[number],)) for noun in NOUNS for number in Number if noun.english[number]
)
_NAME_WORDS = Words((name, (name.word,)) for name in NAMES)
_PLACE_WORDS = Words((place, (place.name,)) for place in PLACES if place.name)
TOWN: Classes = frozenset({"town"})  # of the names of towns and countries


@cache
def nouns_of(classes: Classes) -> tuple[Noun, ...]:
    """Return the nouns of these classes; feminine people and animals, which are few, occur twice."""
    nouns = [noun for noun in NOUNS if noun.classes & classes]
    return tuple(nouns + [noun for noun in nouns if noun.classes & ANIMATE and noun.gender is Gender.FEMININE])


def proper_noun(d: Derivation) -> ProperNoun:
    """Derive a known or an invented name."""
    if word := d.invent(0.35):
        return ProperNoun(word, d.here - 1)
    name: Name = d.choose_word(_NAME_WORDS)
    return ProperNoun(name.word, d.here - 1, name.gender)


def place_name(d: Derivation) -> ProperNoun:
    """Derive the name of a town or a country: "paris", or "france" (la France)."""
    place: Place = d.choose_word(_PLACE_WORDS)
    return ProperNoun(place.french[-1], d.here - 1, place.gender, TOWN, place.article)
