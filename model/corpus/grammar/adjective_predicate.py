"""Adjectives after "to be", and what French says with "avoir" and "faire" instead: hungry, cold."""

from functools import cache

from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.finite_verb import BE, Finite
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.noun_phrase import adjective_words, is_male_person, is_of_beings
from model.corpus.grammar.phrase import NounPhrase, is_described, list_attributes
from model.corpus.grammar.subject import Subject
from model.corpus.lexicon.categories import Classes, Number
from model.corpus.lexicon.entries import Adjective, Feeling
from model.corpus.lexicon.function_words import BARE, FIRST, FIRST_PLURAL, IT, THIRD
from model.corpus.lexicon.inflection import imperfect
from model.corpus.lexicon.tables import ADJECTIVES, ADVERSATIVES, ANIMAL, FEELINGS, PERSONAL
from model.corpus.lexicon.verb_table import find_present
from model.corpus.lexicon.word_classes import ANIMATE

_STATES = frozenset(each.english for each in ADJECTIVES if each.kind in ("state", "age"))
_OPPOSITES = ({"clean", "dirty"}, {"good", "bad"}, {"new", "old"})
_FED_UP = {"sick", "tired"}  # what "sick and tired" means
_LASTING = frozenset({"size", "length", "colour", "age", "novelty", "origin", "nature"})  # kinds not drawn of the past
APPENDED = frozenset({"size", "look", "age", "novelty", "colour", "origin"})  # kinds of attributes of a subject
_JUDGED = frozenset({"look", "quality", "nature"})  # kinds that others say of one
# Kinds of adjectives that "and" joins.
_JOINED = ({"state"}, {"quality"}, {"colour"}, {"size", "look"}, {"size", "colour"})
_ALONE = frozenset({"bad", "open", "closed", "ready", "happy", "busy"})
_DEGREES = Words([("", ()), ("très", ("very",)), ("trop", ("too",))])
_FEELINGS = Words((feeling, (feeling.english,)) for feeling in FEELINGS)
_FEELING_NAMES = frozenset(feeling.english for feeling in FEELINGS)
_MAKES = find_present("faire")
_MADE = imperfect(_MAKES)
_WEATHER = Words([("chaud", ("hot",)), ("froid", ("cold",))])


def adjective(d: Derivation, finite: Finite, drawn: frozenset[str] | None = None, too: int = 1) -> Tokens:
    """Derive one adjective or two: "very tired", "tired and sad", "old but strong".

    Args:
        d: the derivation.
        finite: the beginning of the clause.
        drawn: adjectives to draw; None for all.
        too: how often "too" is drawn for six adjectives without a degree.
    """
    subject = finite.subject
    planned = d.choose(list_predicative(subject, drawn), (None,))
    degree = _degree(d, planned.degrees if planned else frozenset(), too)
    first = _adjective(d, subject, adjective_words().only(planned) if planned else adjective_words())
    rest = [*degree, (_agree(first, subject), (d.here - 1,))]
    joined = None
    if not degree and not finite.negation:
        is_opposable = bool(_opposable(first, subject.classes, drawn).entries)
        joined = "and" if d.decide(0.12, "and") else "but" if d.decide(0.2 * is_opposable, "but") else None
    if joined:
        rest.append(({"and": "et", "but": "mais"}[joined], (d.say(joined),)))
        second = _adjective(d, subject, _JOINABLE[joined](first, subject.classes, drawn))
        d.require(second is not first)
        d.avoid(_repeats(subject, second))
        rest.append((_agree(second, subject), (d.here - 1,)))
    d.avoid(_repeats(subject, first))
    is_kind = isinstance(subject.phrase, NounPhrase) and subject.phrase.determiner is BARE
    d.avoid(is_kind and finite.auxiliary is not BE)
    d.avoid(first.kind == "look" and subject.person == THIRD and is_male_person(subject.gender, subject.classes))
    d.avoid(first.kind in _JUDGED and subject.is_animate and finite.auxiliary is not BE)
    is_own = subject.person in (FIRST, FIRST_PLURAL) and not finite.is_asked
    d.avoid(first.kind in _JUDGED and is_own)  # "i am beautiful"
    d.avoid(is_described(subject.phrase) and not (subject.is_animate or is_kind))  # "the beautiful door is green"
    d.avoid(subject.is_indefinite_it and first.kind in ("quality", "age") and "it" not in first.predicative)
    d.avoid(finite.auxiliary is not BE and drawn is None and first.kind in _LASTING)  # "the car was green"
    d.avoid(subject.is_resolved and subject.phrase is IT and first.kind == "temperature")  # "it is cold": the weather
    d.require(subject.number is Number.SINGULAR or not subject.is_ce)
    is_ce = subject.is_indefinite_it and (first.kind == "nature" or not is_of_beings(first))  # "it is nice"
    d.require(not (is_ce and finite.infinitive))  # "ça va être beau"
    return finite.be(rest, subject.as_ce() if is_ce else None)


def state(d: Derivation, finite: Finite) -> Tokens:
    """Derive an adjective for what may have a reason: of somebody, a state or an age."""
    return adjective(d, finite, _STATES if finite.subject.is_animate else None)


def feeling(d: Derivation, finite: Finite, drawn: frozenset[str] | None = None) -> Tokens:
    """Derive "hungry", in French "avoir faim"; draw one of ``drawn``, or any."""
    d.require(finite.subject.is_animate and not finite.subject.excluded)
    planned = d.choose(list_feelings(finite.subject, drawn), (None,))
    degree = _degree(d, planned.degrees if planned else frozenset())
    spoken = d.choose_word(_FEELINGS.only(planned) if planned else _FEELINGS, _FEELINGS)
    d.require(not degree or bool(spoken.degrees))
    return finite.have([*degree, (spoken.french, (d.here - 1,))])


def weather(d: Derivation, finite: Finite) -> Tokens:
    """Derive "it is cold", in French "il fait froid"."""
    d.require(finite.subject.is_indefinite_it)
    degree = _degree(d, frozenset({"very", "too"}))
    french = d.choose_word(_WEATHER)
    return finite.conjugate("faire", _MAKES if finite.auxiliary is BE else _MADE, [*degree, (french, (d.here - 1,))])


def list_predicative(subject: Subject, drawn: frozenset[str] | None) -> tuple[Adjective, ...]:
    """Return those of the adjectives, or of all for None, that are drawn after a subject."""
    return _list_predicative(subject.classes, subject.excluded, drawn)


def list_feelings(subject: Subject, drawn: frozenset[str] | None) -> tuple[Feeling, ...]:
    """Return those of the feelings, or of all for None, that are drawn after a subject."""
    return _list_feelings(subject.classes, drawn) if subject.is_animate else ()


@cache
def _list_predicative(classes: Classes, excluded: Classes, drawn: frozenset[str] | None) -> tuple[Adjective, ...]:
    return tuple(
        each
        for each in ADJECTIVES
        if each.predicative & classes and not fits(each, excluded) and (drawn is None or each.english in drawn)
    )


@cache
def _list_feelings(classes: Classes, drawn: frozenset[str] | None) -> tuple[Feeling, ...]:
    return tuple(each for each in FEELINGS if each.subjects & classes and (drawn is None or each.english in drawn))


@cache
def _joinable(first: Adjective, classes: Classes, drawn: frozenset[str] | None) -> Words[Adjective]:
    """Return the adjectives that "and" joins to a first one."""
    return Words(
        (each, (each.english,))
        for each in _list_predicative(classes, frozenset(), drawn)
        if each is not first
        and {first.kind, each.kind} in _JOINED
        and {first.english, each.english} not in (*_OPPOSITES, _FED_UP)
        and _ALONE.isdisjoint((first.english, each.english))
    )


@cache
def _opposable(first: Adjective, classes: Classes, drawn: frozenset[str] | None) -> Words[Adjective]:
    """Return the adjectives that "but" joins to a first one."""
    return Words(
        (each, (each.english,))
        for each in _list_predicative(classes, frozenset(), drawn)
        if (first.english, each.english) in ADVERSATIVES
    )


_JOINABLE = {"and": _joinable, "but": _opposable}


def _adjective(d: Derivation, subject: Subject, drawn: Words[Adjective]) -> Adjective:
    spoken = d.choose_word(drawn, adjective_words())
    d.require(not subject.is_animate or bool(spoken.predicative & (PERSONAL | ANIMAL)))
    d.require(not is_of_beings(spoken) or subject.is_ce or bool(subject.classes & ANIMATE))
    d.require(not subject.is_resolved or fits(spoken, subject.classes))
    d.require(not fits(spoken, subject.excluded))
    d.require(not subject.excluded & ANIMATE or not (is_of_beings(spoken) or spoken.english in _FEELING_NAMES))
    return spoken


def _degree(d: Derivation, degrees: frozenset[str], too: int = 1) -> Tokens:
    """Derive "very", "too" or nothing."""
    french = d.choose_word(_drawn_degrees(degrees, too), _DEGREES)
    return [(french, (d.here - 1,))] if french else []


@cache
def _drawn_degrees(degrees: frozenset[str], too: int) -> Words[str]:
    spoken: list[tuple[str, tuple[str, ...]]] = [("", ())] * 6
    spoken += [("très", ("very",))] * 2 * ("very" in degrees) + [("trop", ("too",))] * too * ("too" in degrees)
    return Words(spoken)


def fits(spoken: Adjective, classes: Classes) -> bool:
    """Return True if an adjective is said of such people, animals or things, or at least of others."""
    said = spoken.predicative
    if not classes or said & classes:
        return bool(classes)
    kin = next((kinds for kinds in (PERSONAL, ANIMAL) if classes & kinds), None)
    return bool(said & kin if kin else said - PERSONAL - ANIMAL)


def _agree(spoken: Adjective, subject: Subject) -> str:
    """Return the French form after "être": "neuf" of a car, "nouveau" of a song."""
    forms = spoken.after_be if spoken.predicative & subject.classes else spoken.french
    return forms[2 * subject.number + subject.gender]


def _repeats(subject: Subject, first: Adjective) -> bool:
    """Return True if the subject has a passing attribute, "the tired cat is big", or one of the same kind."""
    said = list_attributes(subject.phrase)
    return any(
        each.kind not in APPENDED or each.kind == first.kind or {each.english, first.english} in _OPPOSITES
        for each in said
    )
