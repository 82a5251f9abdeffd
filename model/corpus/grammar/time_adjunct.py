"""Adjuncts of time: when something is done, "she came yesterday", and when it is so, "she is tired today"."""

from functools import cache

from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.french import Tokens
from model.corpus.lexicon.categories import Tense
from model.corpus.lexicon.circumstances import Time
from model.corpus.lexicon.entries import Verb
from model.corpus.lexicon.tables import TIMES

_OF_STATES = frozenset({"day", "moment", "past"})  # kinds


def has_times(verb: Verb, tense: Tense) -> bool:
    """Return True if a time is drawn with a verb in a tense."""
    return bool(_times_of_action(verb, tense).entries)


def time_of_action(d: Derivation, verb: Verb, tense: Tense) -> Tokens:
    """Derive when something is done: "tomorrow", "every day"."""
    return _say(d, _times_of_action(verb, tense), _times_of_action(None, tense))


def time_of_state(d: Derivation, tense: Tense) -> Tokens:
    """Derive when something is so, or nothing: "tired today", "at school yesterday"."""
    return _say(d, _times_of_state(tense))


def _say(d: Derivation, drawn: Words[Time | None], parsed: Words[Time | None] | None = None) -> Tokens:
    start = d.here
    time = d.choose_word(drawn, parsed)
    return [(word, tuple(range(start, d.here))) for word in time.french] if time else []


@cache
def _times_of_action(verb: Verb | None, tense: Tense) -> Words[Time | None]:
    return Words(
        (time, time.english) for time in TIMES if tense in time.tenses and (verb is None or time.kind in verb.adjuncts)
    )


@cache
def _times_of_state(tense: Tense) -> Words[Time | None]:
    spoken = Tense.PROGRESSIVE if tense is Tense.PRESENT else tense
    kinds = _OF_STATES | {"ahead"} if tense is Tense.FUTURE else _OF_STATES
    times = [each for each in TIMES if spoken in each.tenses and each.kind in kinds]
    return Words([(None, ()), *((each, each.english) for each in times)])
