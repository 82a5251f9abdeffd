"""Questions about the reason or the time: "why are you sad", "when did she eat the fish"."""

from collections.abc import Sequence

from model.corpus.grammar.clause import question
from model.corpus.grammar.complement import situation
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.finite_verb import BE, CAN, DID, DO, WAS, WILL
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.verb_choice import Form
from model.corpus.lexicon.function_words import ANY
from model.corpus.lexicon.tables import ADJECTIVES, NOUNS, TIMES
from model.corpus.lexicon.verb_table import VERBS

_ADVERBS = Words([("pourquoi", ("why",)), ("quand", ("when",))])
_PASSING = frozenset({"state", "temperature", "price"})  # kinds of adjectives of what has a reason
LASTING = frozenset(each.english for each in ADJECTIVES if each.kind not in _PASSING)
_CIRCUMSTANCES = frozenset({"in", "at", "here", "there", "tomorrow", "with", "without", "for", "'s"})
_ASKED = frozenset({"i", "you", "we"})
_STATIVE = frozenset(verb.english[Form.PLAIN] for verb in VERBS if verb.is_stative and "event" not in verb.traits)
_INVOLUNTARY = frozenset(
    form for verb in VERBS if verb.objects and "involuntary" in verb.traits for form in verb.english
)
_PURSUITS = frozenset(
    verb.english[Form.PLAIN] for verb in VERBS if not verb.objects and "involuntary" not in verb.traits
)
_PASTIMES = frozenset(verb.english[Form.PLAIN] for verb in VERBS if "pastime" in verb.traits)
_TIMELESS = _STATIVE | {"hope", "like", "live", "it"} | {time.english[0] for time in TIMES}
_MASSES = frozenset(noun.english[0] for noun in NOUNS if noun.is_mass)


def adverb_question(d: Derivation) -> Tokens:
    """Derive a question about the reason or the time: "why are you sad"."""
    french = d.choose_word(_ADVERBS)
    index = d.here - 1
    is_reason = french == "pourquoi"
    tokens = question(d, None, (BE, WAS, DO, DID) if is_reason else (DO, DID, CAN, WILL), situation)
    asked = d.words[index:]
    d.avoid("live" not in asked and not _CIRCUMSTANCES.isdisjoint(asked))  # "why do you write in the kitchen"
    d.avoid(is_reason and ANY.english[0] in asked)  # "why is he drinking any coffee"
    d.avoid(not LASTING.isdisjoint(asked))  # "why were you young"
    d.avoid(not _has_reason(asked) if is_reason else not _has_time(asked))
    return [(french, (index,)), *tokens]


def _has_reason(asked: Sequence[str]) -> bool:
    """Return False for what one does not ask the reason of: "why did he work", "why do you hear her"."""
    is_vague = "did" in asked and asked[-1] in _PURSUITS
    is_habit = not {"do", "does"}.isdisjoint(asked)
    is_constant = not is_habit or not (_STATIVE | {"live", "every"}).isdisjoint(asked)
    return is_constant and not is_vague and "right" not in asked and _INVOLUNTARY.isdisjoint(asked)


def _has_time(asked: Sequence[str]) -> bool:
    """Return False for what one does not ask the time of: "when did he run", "when did you drink water"."""
    is_vague = asked[-1] in _PASTIMES or (asked[-1] in _MASSES and "learn" not in asked)
    is_plan = "can" not in asked or not _ASKED.isdisjoint(asked)  # "when can his aunt close the door"
    return is_plan and not is_vague and _TIMELESS.isdisjoint(asked)
