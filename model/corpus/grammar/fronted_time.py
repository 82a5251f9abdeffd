"""Statements that begin with their time: "yesterday i saw a cat", "today she is tired"."""

from functools import cache

from model.corpus.grammar.clause import Clause, Mood, is_indefinite, statement
from model.corpus.grammar.complement import passing_state
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.finite_verb import AUXILIARIES, BE, DID, Auxiliary
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.frequency import RARELY_SAID
from model.corpus.lexicon.categories import Tense
from model.corpus.lexicon.circumstances import Time
from model.corpus.lexicon.tables import TIMES
from model.corpus.lexicon.verb_table import VERBS

_SAID_FIRST = Words((each, each.english) for each in TIMES if each.kind != "schedule")
_SAID_LAST = frozenset(each.english[0] for each in TIMES)
_PLANNED = frozenset(verb.english[2] for verb in VERBS if "ahead" in verb.adjuncts)  # "tomorrow she is coming"


def fronted_time(d: Derivation) -> Tokens:
    """Derive a time and a statement or a negation of its tense that has no other."""
    start = d.here
    time = d.choose_word(_SAID_FIRST)
    tokens = [(word, tuple(range(start, d.here))) for word in time.french]
    mood = d.choose((*(Mood.STATEMENT,) * 4, Mood.NEGATION), (Mood.STATEMENT, Mood.NEGATION))
    clause = statement(d, mood, auxiliaries=_list_auxiliaries(time), derive_complement=passing_state)
    d.require(_SAID_LAST.isdisjoint(d.words[len(time.english) :]))
    d.avoid(is_indefinite(clause.subject) or _is_odd(time, clause, d.words))
    return [*tokens, *clause.tokens]


def _is_odd(time: Time, clause: Clause, words: list[str]) -> bool:
    is_denied = time.kind in ("habit", "moment") and clause.mood is Mood.NEGATION  # "now i am not hot": "any more"
    is_habit = time.kind == "habit" and words[clause.start] in RARELY_SAID
    is_unplanned = time.kind == "ahead" and clause.auxiliary is BE and _PLANNED.isdisjoint(words)
    is_stative = clause.verb is not None and clause.verb.is_stative and clause.auxiliary is not DID
    return is_denied or is_habit or is_unplanned or is_stative or "living" in words


@cache
def _list_auxiliaries(time: Time) -> tuple[Auxiliary, ...]:
    """Return the auxiliaries of the tenses that a time goes with; the present of "to be" is its progressive."""
    return tuple(each for each in AUXILIARIES if (Tense.PROGRESSIVE if each is BE else each.tense) in time.tenses)
