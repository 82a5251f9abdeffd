"""Adjuncts: where, with whom and when."""

from functools import cache

from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.determiners import PLACE
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.noun_phrase import noun_phrase, nouns_of, proper_noun
from model.corpus.grammar.phrase import Article
from model.corpus.grammar.subject import Subject
from model.corpus.lexicon.entries import Classes, Number, Preposition, Pronoun, Tense, Time
from model.corpus.lexicon.entries import Place as NamedPlace
from model.corpus.lexicon.function_words import BARE, PRONOUNS, THIRD, THIRD_PLURAL
from model.corpus.lexicon.tables import PEOPLE, PLACES, PREPOSITIONS, TIMES

_FREQUENT = ("in", "with")
_LOCAL, _COMPANY, _BENEFIT = (
    Words(
        (each, (each.english,))
        for each in PREPOSITIONS
        if each.kind == kind
        for _ in range(4 if each.english in _FREQUENT else 1)
    )
    for kind in ("place", "company", "benefit")
)
_IN = Words((each, (each.english,)) for each in PREPOSITIONS if each.english == "in")
_KINDS = {"place": 4, "company": 2, "time": 2, "benefit": 1}  # and how often each is drawn
_AT = Words((place, place.at) for place in PLACES)
_IN_TOWN = Words((place, place.at) for place in PLACES if place.at[0] == "in")
_TO = Words((place, place.to) for place in PLACES)
_HERE = Words([("ici", ("here",)), ("là", ("there",))])
_STRONG = Words((pronoun, (pronoun.english_object,)) for pronoun in PRONOUNS if pronoun.french_strong)


@cache
def _times(tense: Tense) -> Words[Time]:
    return Words((time, time.english) for time in TIMES if tense in time.tenses)


def adjunct(d: Derivation, kinds: frozenset[str], subject: Subject, tense: Tense) -> Tokens:
    """Derive one adjunct of some kinds: place, company, time or benefit."""
    drawn = [kind for kind, share in _KINDS.items() for _ in range(share) if kind in kinds]
    kind = d.choose(drawn, tuple(_KINDS))
    if kind == "place":
        return location(d, is_action=True)
    if kind in ("company", "benefit"):
        return _company(d, _COMPANY if kind == "company" else _BENEFIT, subject)
    start = d.here
    time = d.choose_word(_times(tense))
    return [(word, tuple(range(start, d.here))) for word in time.french]


def location(d: Derivation, *, is_action: bool = False) -> Tokens:
    """Derive where something is or, for an action, is done: "in the garden", "at school", "here"."""
    kind = d.choose(("phrase",) * 6 + ("place",) * 2 + ("here",), ("place", "phrase", "here"))
    if kind == "here":
        french = d.choose_word(_HERE)
        return [(french, (d.here - 1,))]
    if kind == "place":
        return _named_place(d, _AT)
    return prepositional_phrase(d, _IN if is_action else _LOCAL, _LOCAL)


def destination(d: Derivation) -> Tokens:
    """Derive where somebody goes: "to the garden", "home"."""
    if d.choose(("phrase", "place"), ("place", "phrase")) == "place":
        return _named_place(d, _TO)
    index = d.say("to")
    phrase = noun_phrase(d, nouns_of(frozenset({"destination"})), PLACE, Number.SINGULAR, is_plain=True)
    d.require(phrase.determiner is not BARE)
    return [("à", (index,)), *phrase.french(Article.PARTITIVE)]


def home(d: Derivation) -> Tokens:
    """Derive where somebody lives: "in paris", "in a small house"."""
    if d.choose(("phrase", "place", "place"), ("place", "phrase")) == "place":
        return _named_place(d, _IN_TOWN)
    return prepositional_phrase(d, _IN, _IN)


def prepositional_phrase(d: Derivation, drawn: Words[Preposition], parsed: Words[Preposition]) -> Tokens:
    """Derive a preposition and a noun phrase in the singular."""
    preposition = d.choose_word(drawn, parsed)
    index = d.here - 1
    objects = preposition.objects - {"cabin"} if drawn is _IN else preposition.objects
    phrase = noun_phrase(d, nouns_of(objects), PLACE, Number.SINGULAR)
    d.require(phrase.determiner is not BARE)
    return [(preposition.french, (index,)), *phrase.french(Article.PARTITIVE)]


def _company(d: Derivation, prepositions: Words[Preposition], subject: Subject) -> Tokens:
    preposition = d.choose_word(prepositions)
    token = (preposition.french, (d.here - 1,))
    kind = d.choose(("pronoun", "name", "noun", "noun"), ("pronoun", "name", "noun"))
    if kind == "pronoun":
        pronoun: Pronoun = d.choose_word(_STRONG)
        d.require(pronoun.person != subject.person or pronoun.person in (THIRD, THIRD_PLURAL))
        return [token, (pronoun.french_strong, (d.here - 1,))]
    if kind == "name":
        return [token, *proper_noun(d).french(Article.PARTITIVE)]
    classes: Classes = preposition.objects & (PEOPLE | {"animal"})
    phrase = noun_phrase(d, nouns_of(classes), PLACE)
    d.require(phrase.determiner is not BARE)
    return [token, *phrase.french(Article.PARTITIVE)]


def _named_place(d: Derivation, words: Words[NamedPlace]) -> Tokens:
    """Derive a place that French names as a whole: "at home", "à la maison"."""
    start = d.here
    place = d.choose_word(words)
    return [(_elidable(word), tuple(range(start, d.here))) for word in place.french]


def _elidable(word: str) -> str:
    """Return an elided article as the grammar writes it."""
    return "le'" if word == "l'" else word
