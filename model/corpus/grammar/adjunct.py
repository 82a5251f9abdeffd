"""Adjuncts: where, with whom and when."""

from functools import cache

from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.determiners import PLACE, DeterminerTables
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.noun_phrase import noun_phrase, nouns_of, proper_noun
from model.corpus.grammar.phrase import Article
from model.corpus.grammar.subject import Subject
from model.corpus.lexicon.entries import Classes, Number, Preposition, Pronoun, Tense, Time
from model.corpus.lexicon.entries import Place as NamedPlace
from model.corpus.lexicon.function_words import BARE, PRONOUNS, THE, THIRD, THIRD_PLURAL
from model.corpus.lexicon.tables import PEOPLE, PLACES, PREPOSITIONS, TIMES

_SHARES = {"in": 4, "with": 8}  # how often a preposition is drawn; the others once
_KNOWN_PLACE = DeterminerTables((THE,), (THE,), (THE,))  # of those one goes to: "au parc", but "dans ce parc"
_LOCAL, _COMPANY, _BENEFIT = (
    Words(
        (each, (each.english,))
        for each in PREPOSITIONS
        if each.kind == kind
        for _ in range(_SHARES.get(each.english, 1))
    )
    for kind in ("place", "company", "benefit")
)
_IN = Words((each, (each.english,)) for each in PREPOSITIONS if each.english == "in")
_SITES = {"place": None, "outdoors": frozenset({"outdoors"}), "water": frozenset({"water"})}  # classes of their nouns
_THINGS: tuple[tuple[str, Classes], ...] = (  # and the sites where they are
    ("tree", frozenset({"outdoors"})),
    ("furniture", frozenset({"place"})),
    ("vehicle", frozenset({"outdoors"})),
    ("food", frozenset({"larder"})),
    ("fruit", frozenset({"larder"})),
    ("drink", frozenset({"larder"})),
)
_KINDS = {"place": 4, "outdoors": 4, "water": 4, "company": 2, "time": 2, "benefit": 1}  # and how often each is drawn
_PARSED_KINDS = ("place", "company", "time", "benefit")
_AT = Words((place, place.at) for place in PLACES)
_IN_TOWN = Words((place, place.at) for place in PLACES if place.at[0] == "in")
_TO = Words((place, place.to) for place in PLACES)
_HERE = Words([("ici", ("here",)), ("là-bas", ("there",))])
_STRONG = Words((pronoun, (pronoun.english_object,)) for pronoun in PRONOUNS if pronoun.french_strong)


@cache
def _times(tense: Tense) -> Words[Time]:
    return Words((time, time.english) for time in TIMES if tense in time.tenses)


def adjunct(d: Derivation, kinds: frozenset[str], subject: Subject, tense: Tense) -> Tokens:
    """Derive one adjunct of some kinds: a place, company, time or benefit; company may be an animal if "pet" is one."""
    kind = d.choose(_drawn_kinds(kinds), _PARSED_KINDS)
    is_person = bool(subject.classes & PEOPLE)
    if kind in _SITES:
        return location(d, _SITES[kind], is_action=True, is_of_person=is_person)
    if kind in ("company", "benefit"):
        classes = PEOPLE | {"animal"} if "pet" in kinds or not is_person else PEOPLE
        return _company(d, _COMPANY if kind == "company" else _BENEFIT, subject, classes)
    start = d.here
    time = d.choose_word(_times(tense))
    return [(word, tuple(range(start, d.here))) for word in time.french]


@cache
def _drawn_kinds(kinds: frozenset[str]) -> tuple[str, ...]:
    return tuple(kind for kind, share in _KINDS.items() for _ in range(share) if kind in kinds)


def location(
    d: Derivation, classes: Classes | None = None, *, is_action: bool = False, is_of_person: bool = True
) -> Tokens:
    """Derive where something is or is done: "in the garden", "at school", "here".

    Args:
        d: the derivation.
        classes: of the nouns to draw; None for those that go with the preposition.
        is_action: True if something is done there: it is done in a house rather than behind it.
        is_of_person: True to draw "at school", "in paris".
    """
    named = ("place",) * (2 * (is_of_person and classes is None))
    kind = d.choose(("phrase",) * 6 + named + ("here",), ("place", "phrase", "here"))
    if kind == "here":
        french = d.choose_word(_HERE)
        return [(french, (d.here - 1,))]
    if kind == "place":
        return _named_place(d, _AT)
    return _prepositional_phrase(d, _IN if is_action else _LOCAL, _LOCAL, classes, is_plain=is_action)


def whereabouts(d: Derivation, classes: Classes, *, is_action: bool = False, is_of_person: bool = False) -> Tokens:
    """Derive where something of some classes is; a tree does not stand on a table."""
    site = next((sites for kind, sites in _THINGS if kind in classes), None)
    return location(d, site, is_action=is_action or site is not None, is_of_person=is_of_person)


def destination(d: Derivation) -> Tokens:
    """Derive where somebody goes: "to the garden", "home"."""
    if d.choose(("phrase", "place"), ("place", "phrase")) == "place":
        return _named_place(d, _TO)
    index = d.say("to")
    phrase = noun_phrase(d, nouns_of(frozenset({"destination"})), _KNOWN_PLACE, Number.SINGULAR, is_plain=True)
    d.require(phrase.determiner is not BARE)
    return [("à", (index,)), *phrase.french(Article.PARTITIVE)]


def home(d: Derivation) -> Tokens:
    """Derive where somebody lives: "in paris", "in a small house"."""
    if d.choose(("phrase", "place", "place"), ("place", "phrase")) == "place":
        return _named_place(d, _IN_TOWN)
    return _prepositional_phrase(d, _IN, _IN, frozenset({"house"}))


def _prepositional_phrase(
    d: Derivation,
    drawn: Words[Preposition],
    parsed: Words[Preposition],
    classes: Classes | None,
    *,
    is_plain: bool = False,
) -> Tokens:
    preposition = d.choose_word(drawn, parsed)
    index = d.here - 1
    objects = preposition.objects - {"cabin"} if drawn is _IN else preposition.objects
    phrase = noun_phrase(d, nouns_of(classes or objects), PLACE, Number.SINGULAR, is_plain=is_plain)
    d.require(phrase.determiner is not BARE)
    return [(preposition.french, (index,)), *phrase.french(Article.PARTITIVE)]


def _company(d: Derivation, prepositions: Words[Preposition], subject: Subject, classes: Classes) -> Tokens:
    preposition = d.choose_word(prepositions)
    token = (preposition.french, (d.here - 1,))
    is_without = preposition.english == "without"
    d.avoid(is_without and not subject.classes & PEOPLE)
    drawn = ("pronoun", "name") + ("noun", "noun") * (not is_without)
    kind = d.choose(drawn, ("pronoun", "name", "noun"))
    if kind == "pronoun":
        pronoun: Pronoun = d.choose_word(_STRONG)
        d.require(pronoun.person != subject.person or pronoun.person in (THIRD, THIRD_PLURAL))
        return [token, (pronoun.french_strong, (d.here - 1,))]
    if kind == "name":
        return [token, *proper_noun(d).french(Article.PARTITIVE)]
    phrase = noun_phrase(d, nouns_of(preposition.objects & classes), PLACE, is_plain=is_without)
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
