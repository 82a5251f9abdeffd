"""Adjuncts of a verb: where, with whom, for whom and when."""

from functools import cache

from model.corpus.grammar.company import benefit, company
from model.corpus.grammar.derivation import Derivation
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.place import site
from model.corpus.grammar.subject import Subject
from model.corpus.grammar.time_adjunct import has_times, time_of_action
from model.corpus.lexicon.categories import Tense
from model.corpus.lexicon.entries import Verb

_PARSED_KINDS = ("place", "company", "time", "benefit")


@cache
def list_adjuncts(verb: Verb, tense: Tense, *, is_time: bool) -> tuple[str, ...]:
    """Return the kinds of adjuncts to draw with a verb, or only "time"; a kind listed twice is drawn twice as often."""
    times = ("time",) * (2 * has_times(verb, tense))
    if is_time:
        return times
    benefits = ("benefit",) * ("benefit" in verb.adjuncts)
    return ("place",) * (4 * bool(verb.sites)) + ("company",) * (2 * bool(verb.company)) + times + benefits


def adjunct(d: Derivation, kinds: tuple[str, ...], verb: Verb, subject: Subject, tense: Tense) -> Tokens:
    """Derive an adjunct of a verb, drawn from some kinds: a place, company, time or benefit."""
    kind = d.choose(kinds, _PARSED_KINDS)
    if kind == "place":
        tokens = site(d, verb.sites)
        d.avoid("moving" in verb.traits and d.words[-1] == "there")  # "he walked there": "il y est allé à pied"
        return tokens
    if kind == "company":
        return company(d, verb, subject)
    if kind == "benefit":
        return benefit(d, verb, subject)
    return time_of_action(d, verb, tense)
