"""Places in a sentence: "in the garden", "to school", "at home", "in paris"."""

from functools import cache

from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.determiners import HOME, PLACE, DeterminerTables
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.noun_phrase import noun_phrase
from model.corpus.grammar.nouns import nouns_of
from model.corpus.grammar.phrase import Article
from model.corpus.lexicon.categories import Classes, Number
from model.corpus.lexicon.circumstances import Place as NamedPlace
from model.corpus.lexicon.circumstances import Preposition
from model.corpus.lexicon.entries import Noun
from model.corpus.lexicon.function_words import BARE, THE
from model.corpus.lexicon.tables import NOUNS, PLACES, PREPOSITIONS, WHEREABOUTS
from model.corpus.lexicon.word_classes import PEOPLE

_KNOWN_PLACE = DeterminerTables((THE,), (THE,), (THE,))  # of those one goes to: "au parc", but "dans ce parc"
_LOCAL = Words((each, (each.english,)) for each in PREPOSITIONS if each.kind == "place")
_AT = Words((place, place.at) for place in PLACES)
_IN_TOWN = Words((place, place.at) for place in PLACES if place.at[0] == "in")
_TO = Words((place, place.to) for place in PLACES if place.kind != "home")
_HOMEWARDS = Words((place, place.to) for place in PLACES if place.kind == "home")
_NOWHERE: Words[NamedPlace] = Words(())
_DONE_THERE = Words([("ici", ("here",)), ("là-bas", ("there",))])
_IS_THERE = Words([("ici", ("here",)), ("là", ("there",))])
_HOUSES = nouns_of(frozenset({"house"}))
_NONE: Classes = frozenset()
_TRANSLATED_OTHERWISE: dict[str, Classes] = {
    "on": frozenset({"train", "street", "phone"}),  # "dans le train", "au téléphone"
    "in": frozenset({"picture"}),  # "sur la photo"
    "at": PEOPLE,  # "chez le médecin"
}

_Spots = tuple[tuple[tuple[Preposition, Noun], ...], Words[NamedPlace]]  # to draw: "in the garden", and "at home"


@cache
def _list_sites(sites: Classes) -> _Spots:
    """Return where something is done, with the preposition that the table of prepositions names for the noun."""
    local = [each for each in PREPOSITIONS if each.kind == "place"]
    spots = [(each, noun) for noun in NOUNS if noun.classes & sites for each in local if each.objects & noun.classes]
    return tuple(spots), Words((place, place.at) for place in PLACES if place.kind in sites)


def site(d: Derivation, sites: Classes) -> Tokens:
    """Derive where something is done, a place of some classes: "in the garden", "at school", "here"."""
    return _location(d, _list_sites(sites), _DONE_THERE)


@cache
def _list_whereabouts(classes: Classes) -> _Spots:
    rows = [each for each in WHEREABOUTS if each.what & classes]
    local = {each.english: each for each in PREPOSITIONS}
    spots = [(local[row.preposition], noun) for row in rows for noun in NOUNS if noun.classes & row.where]
    kinds: Classes = frozenset().union(*(row.where for row in rows))
    return tuple(spots), Words((place, place.at) for place in PLACES if place.kind in kinds)


def has_whereabouts(classes: Classes) -> bool:
    """Return True for what the table of whereabouts places somewhere."""
    return any(each.what & classes for each in WHEREABOUTS)


def whereabouts(d: Derivation, classes: Classes, *, is_named: bool = True) -> Tokens:
    """Derive where something of some classes is: "in the garden", "here" or, if ``is_named``, "at school"."""
    phrases, named = _list_whereabouts(classes)
    return _location(d, (phrases, named if is_named else _NOWHERE), _IS_THERE)


def _location(d: Derivation, spots: _Spots, adverbs: Words[str]) -> Tokens:
    phrases, named = spots
    kinds = ("phrase",) * (12 * bool(phrases)) + ("place",) * (4 * bool(named.entries)) + ("here",) * 2
    kinds += ("town",) * any(place.kind == "abroad" for place, _ in named.entries)
    kind = d.choose(kinds, ("place", "phrase", "here", "town"))
    if kind == "here":
        french = d.choose_word(adverbs)
        return [(french, (d.here - 1,))]
    if kind == "place":
        return _named_place(d, named, _AT)
    if kind == "town":
        return _unknown_town(d, "in")
    planned = d.choose(phrases, (None,))
    preposition = d.choose_word(_LOCAL.only(planned[0]) if planned else _LOCAL, _LOCAL)
    return _prepositional_phrase(d, preposition, (planned[1],) if planned else (), PLACE, is_plain=True)


def destination(d: Derivation) -> Tokens:
    """Derive where somebody goes: "to the garden", "to school", "to berlin"."""
    kind = d.choose((*("phrase", "place") * 5, "town"), ("place", "phrase", "town"))
    if kind == "place":
        return _named_place(d, _TO, _TO)
    if kind == "town":
        return _unknown_town(d, "to")
    index = d.say("to")
    phrase = noun_phrase(d, nouns_of(frozenset({"destination"})), _KNOWN_PLACE, Number.SINGULAR, is_plain=True)
    d.require(phrase.determiner is THE and not phrase.classes & PEOPLE)  # "chez le médecin", "dans sa chambre"
    return [("à", (index,)), *phrase.french(Article.PARTITIVE)]


def homewards(d: Derivation) -> Tokens:
    """Derive "home" after "go" and "come": "à la maison"."""
    return _named_place(d, _HOMEWARDS, _HOMEWARDS)


def home(d: Derivation, *, is_negated: bool) -> Tokens:
    """Derive where somebody lives: "in paris", "in a small house", "here"; draw where he does not live by name."""
    kinds = (*("place", "place", *("phrase",) * (not is_negated)) * 5, "town", "town", "here")
    kind = d.choose(kinds, ("place", "phrase", "town", "here"))
    if kind == "here":
        return [(d.choose_word(_DONE_THERE), (d.here - 1,))]
    if kind == "place":
        return _named_place(d, _IN_TOWN, _IN_TOWN)
    if kind == "town":
        return _unknown_town(d, "in")
    drawn = next(each for each, _ in _LOCAL.entries if each.english == "in")
    tokens = _prepositional_phrase(d, d.choose_word(_LOCAL.only(drawn)), _HOUSES, HOME)
    d.avoid(d.words[-2] == "the")  # "he lives in the house"
    return tokens


def _prepositional_phrase(
    d: Derivation,
    preposition: Preposition,
    nouns: tuple[Noun, ...],
    tables: DeterminerTables,
    *,
    is_plain: bool = False,
) -> Tokens:
    """Derive the noun phrase after a preposition of place that has been said."""
    index = d.here - 1
    phrase = noun_phrase(d, nouns, tables, Number.SINGULAR, is_plain=is_plain)
    d.require(phrase.determiner is not BARE)
    d.require(not phrase.classes & _TRANSLATED_OTHERWISE.get(preposition.english, _NONE))
    is_within = "place" in phrase.classes and phrase.determiner is not THE  # "au restaurant", "dans ce restaurant"
    french = "dans" if preposition.english == "at" and is_within else preposition.french
    return [(french, (index,)), *phrase.french(Article.PARTITIVE)]


def _unknown_town(d: Derivation, preposition: str) -> Tokens:
    """Derive a town with an invented name: "in berlin", "à Berlin"."""
    index = d.say(preposition)
    town = d.invent(1.0)
    d.require(bool(town))
    return [("à", (index,)), (town, (index + 1,))]


def _named_place(d: Derivation, drawn: Words[NamedPlace], parsed: Words[NamedPlace]) -> Tokens:
    """Derive a place that French names as a whole: "at home", "à la maison"."""
    start = d.here
    place = d.choose_word(drawn, parsed)
    return [(_elidable(word), tuple(range(start, d.here))) for word in place.french]


def _elidable(word: str) -> str:
    """Return an elided article as the grammar writes it."""
    return "le'" if word == "l'" else word
