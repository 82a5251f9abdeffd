"""The complement of "to be": an adjective, a feeling, a noun, a place, a person, an age or a progressive verb.

Every rule returns the French clause, its subject included.
"""

from collections.abc import Callable
from functools import partial

from model.corpus.grammar.adjective_predicate import (
    APPENDED,
    adjective,
    feeling,
    list_feelings,
    list_predicative,
    state,
    weather,
)
from model.corpus.grammar.company import beneficiary, companion
from model.corpus.grammar.comparison import comparison
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.finite_verb import BE, WAS, Finite
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.noun_predicate import noun
from model.corpus.grammar.origin import origin
from model.corpus.grammar.phrase import Coordination, NounPhrase, list_attributes
from model.corpus.grammar.place import has_whereabouts, whereabouts
from model.corpus.grammar.progressive import intention, progressive
from model.corpus.grammar.time_adjunct import time_of_state
from model.corpus.lexicon.categories import Number
from model.corpus.lexicon.function_words import BARE, CARDINALS, IT
from model.corpus.lexicon.tables import ADJECTIVES, FEELINGS
from model.corpus.lexicon.word_classes import GOODS, PEOPLE

Complement = Callable[[Derivation, Finite], Tokens]

_AGES = Words((number, (number.english[Number.PLURAL],)) for number in CARDINALS)


def complement(d: Derivation, finite: Finite) -> Tokens:
    """Derive anything that follows "to be"."""
    subject, is_present = finite.subject, finite.auxiliary is BE
    is_person = subject.is_animate and bool(subject.classes & PEOPLE) and "group" not in subject.classes
    drawn: tuple[Complement, ...] = (adjective,) * 8 + (comparison,) * 2
    drawn += (_place, _place, *(_place_then,) * subject.is_animate) * has_whereabouts(subject.classes)
    drawn += (feeling, _feeling_then, _passing_then) * subject.is_animate + (*(noun,) * 6, origin) * is_person
    drawn += (*(progressive,) * 8, intention) * (is_present and subject.is_animate)
    drawn += (progressive,) * 2 * (finite.auxiliary is WAS and subject.is_animate)
    drawn += (_for_or_with,) * (is_person or bool(subject.classes & _GIVEN))
    is_named = isinstance(subject.phrase, NounPhrase | Coordination)
    is_small = not is_named or bool(subject.classes & {"child", "offspring"})
    drawn += (_age,) * (is_present and is_person and is_small and not finite.negation)
    drawn += (weather, _weather_then) * ((1 if is_present else 3) * (subject.phrase is IT))
    drawn += (progressive,) * (is_present and subject.phrase is IT)
    return d.choose(drawn, _ALL)(d, finite)


def wish(d: Derivation, finite: Finite) -> Tokens:
    """Derive what somebody wants to be; parsed like any complement."""
    drawn: tuple[Complement, ...] = (noun, noun) + (partial(adjective, drawn=_WISHED, too=0),) * (not finite.negation)
    return d.choose(drawn, _ALL)(d, finite)


def occurrence(d: Derivation, finite: Finite) -> Tokens:
    """Derive what happens: "a bird is singing"; parsed like any complement."""
    return d.choose((progressive,), _ALL)(d, finite)


def opinion(d: Derivation, finite: Finite) -> Tokens:
    """Derive what one thinks of something; parsed like any complement."""
    drawn: tuple[Complement, ...] = (partial(adjective, drawn=_OPINIONS),) * 6
    drawn += (partial(feeling, drawn=_SUPPOSED),) * finite.subject.is_animate
    return d.choose(drawn + (_place,) * has_whereabouts(finite.subject.classes), _ALL)(d, finite)


def doubt(d: Derivation, finite: Finite) -> Tokens:
    """Derive what one asks of oneself: "am i beautiful"; parsed like any complement."""
    drawn: tuple[Complement, ...] = (partial(adjective, drawn=_WONDERED, too=0),) * 4
    drawn += (partial(feeling, drawn=_RIGHT),)
    return d.choose(drawn, _ALL)(d, finite)


def situation(d: Derivation, finite: Finite) -> Tokens:
    """Derive what may have a reason; parsed like any complement."""
    drawn = (state,) * 3 + (feeling, progressive, progressive) * finite.subject.is_animate
    return d.choose(drawn, _ALL)(d, finite)


def passing_state(d: Derivation, finite: Finite) -> Tokens:
    """Derive what is so for a day, or what happens; parsed like any complement."""
    subject = finite.subject
    drawn: tuple[Complement, ...] = (partial(adjective, drawn=_PASSING),) * 2
    drawn *= bool(list_predicative(subject, _PASSING))
    if subject.is_animate:
        drawn += (partial(feeling, drawn=_BODILY), _place, *(progressive,) * 3 * (finite.auxiliary is BE))
    drawn += (weather,) * (subject.phrase is IT)
    return d.choose(drawn, _ALL)(d, finite)


def explanation(words: frozenset[str] | None, too: int) -> Complement:
    """Return the rule for an adjective or a feeling; parsed like any complement.

    Args:
        words: English adjectives and feelings to draw; None for all.
        too: how often "too" is drawn for six adjectives without a degree.
    """

    def derive(d: Derivation, finite: Finite) -> Tokens:
        drawn: tuple[Complement, ...] = (partial(adjective, drawn=words, too=too),) * 4
        drawn *= bool(list_predicative(finite.subject, words))
        drawn += (partial(feeling, drawn=words),) * bool(list_feelings(finite.subject, words))
        return d.choose(drawn, _ALL)(d, finite)

    return derive


def identity(d: Derivation, finite: Finite) -> Tokens:
    """Derive what somebody is, how old, or where from; parsed like any complement."""
    drawn: tuple[Complement, ...] = (noun, noun, _age, origin, partial(adjective, drawn=_ORIGINS))
    return d.choose(drawn, _ALL)(d, finite)


def category(d: Derivation, finite: Finite) -> Tokens:
    """Derive what or whose somebody is: "a good teacher", "my friend"; parsed like any complement."""
    return d.choose((noun,), _ALL)(d, finite)


def presentation(d: Derivation, finite: Finite) -> Tokens:
    """Derive what follows "this is": "c'est un livre", "c'est beau"."""
    return d.choose((*(noun,) * 4, adjective, adjective, _for_or_with), (adjective, noun, _for_or_with))(d, finite)


def _place(d: Derivation, finite: Finite) -> Tokens:
    d.require(not finite.subject.excluded)
    subject = finite.subject
    phrase = subject.phrase
    d.avoid(isinstance(phrase, NounPhrase) and phrase.determiner is BARE)  # "water is in the kitchen"
    d.avoid(any(each.kind not in APPENDED for each in list_attributes(phrase)))
    is_fixed = bool(subject.classes & {"place", "tree"})
    d.avoid(is_fixed and (finite.auxiliary is not BE or bool(finite.negation)))  # "the park is not behind the house"
    return finite.be(whereabouts(d, subject.classes))


def _for_or_with(d: Derivation, finite: Finite) -> Tokens:
    subject = finite.subject
    d.require(not subject.excluded and not (subject.is_ce and (subject.number or finite.infinitive)))
    d.avoid(isinstance(subject.phrase, NounPhrase) and subject.phrase.determiner is BARE)  # "water is for me"
    rule = d.choose((companion if subject.is_animate else beneficiary,), (companion, beneficiary))
    return finite.be(rule(d, subject), subject.as_ce() if subject.is_ce else None)


def _age(d: Derivation, finite: Finite) -> Tokens:
    number = d.choose_word(_AGES)
    years = d.say("years", "old")
    return finite.have([(number.french[2], (years - 1,)), ("ans", (years, years + 1))])


def _dated(rule: Complement) -> Complement:
    """Return a rule with the time after it, if it is said: "tired today"."""

    def derive(d: Derivation, finite: Finite) -> Tokens:
        return [*rule(d, finite), *time_of_state(d, finite.auxiliary.tense)]

    return derive


_PASSING = frozenset(each.english for each in ADJECTIVES if each.kind == "state")
_SUPPOSED = frozenset(each.english for each in FEELINGS) - {"hot"}  # "she thinks you are hot"
_RIGHT = frozenset({"right"})
_BODILY = frozenset(each.english for each in FEELINGS) - {"right"}
_passing_then = _dated(partial(adjective, drawn=_PASSING))
_feeling_then = _dated(partial(feeling, drawn=_BODILY))
_weather_then, _place_then = _dated(weather), _dated(_place)
_OPINIONS = frozenset(each.english for each in ADJECTIVES if each.kind not in ("colour", "novelty"))
_GIVEN = GOODS | {"fruit", "food", "plant"}
_WISHED = frozenset({"happy", "rich"})
_WONDERED = frozenset({"beautiful", "funny", "intelligent", "ready", "rich", "strong"})
_ORIGINS = frozenset(each.english for each in ADJECTIVES if each.kind == "origin")
_ALL: tuple[Complement, ...] = (
    _weather_then, _feeling_then, _dated(adjective), noun, _place_then, _age, origin, intention, progressive,
    comparison, _for_or_with,
)  # fmt: skip
