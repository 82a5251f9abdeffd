"""Choice of verbs: the entries that are parsed in a form, and those that are drawn for a subject in a tense."""

from collections import Counter
from enum import Enum, IntEnum
from functools import cache

from model.corpus.grammar.adjunct import list_adjuncts
from model.corpus.grammar.derivation import Words
from model.corpus.grammar.nouns import nouns_of
from model.corpus.lexicon.categories import Classes, ObjectArticle, Tense
from model.corpus.lexicon.entries import Verb
from model.corpus.lexicon.verb_table import VERBS
from model.corpus.lexicon.word_classes import ANIMATE, PEOPLE


class Form(IntEnum):
    """The English form of a verb; the value is an index into ``Verb.english``."""

    PLAIN = 0
    THIRD_PERSON = 1
    PROGRESSIVE = 2
    PAST = 3


class Gap(Enum):
    """The constituent that a question word at the beginning of the sentence replaces."""

    OBJECT = "what do you eat"
    PLACE = "where do you live"


_OFTEN_NAMED = PEOPLE | {"way"}  # objects; what one crosses is needed for "because it was too wide"
OBLIGATORY = frozenset({"to!", "home!", "at!"})  # kinds of adjuncts
_ASKED_FOR = OBLIGATORY - {"home!"}  # by "where"
_AFTER_NOT = {"can": frozenset({"can", "cannot"}), "must": frozenset({"forbidden"})}


@cache
def parsed_verbs(form: Form, is_negated: bool, gap: Gap | None, tense: Tense) -> Words[Verb]:
    """Return the verbs to parse."""
    return Words(
        (verb, verb.words(form))
        for verb in VERBS
        if verb.english[form]
        and _has_tense(verb, form, tense)
        and verb.is_negated in (None, is_negated)
        and _allows_gap(verb, gap)
    )


@cache
def drawn_verbs(
    classes: Classes, form: Form, is_negated: bool, gap: Gap | None, tense: Tense, after: str
) -> Words[Verb]:
    """Return those of the verbs that are drawn for a subject of some classes."""
    drawn = [
        verb
        for verb, _ in parsed_verbs(form, is_negated, gap, tense).entries
        if verb.subjects & classes and _is_natural(verb, form, is_negated, gap, tense, after)
    ]
    total: Counter[tuple[str, bool]] = Counter()
    for verb in drawn:
        total[verb.english[form], bool(verb.objects)] += _breadth(verb)
    parts = [(verb, _breadth(verb) / total[verb.english[form], bool(verb.objects)]) for verb in drawn]
    shares = [(verb, round(_share(verb, after) * part)) for verb, part in parts]
    return Words((verb, verb.words(form)) for verb, share in shares for _ in range(max(1, share)))


def _has_tense(verb: Verb, form: Form, tense: Tense) -> bool:
    is_posture = verb.infinitive == "être"  # "he was sitting", but "he wants to sit": "s'asseoir"
    if tense is Tense.FUTURE:
        return not is_posture
    if "there" in verb.traits:  # "he wants to go", but "they go" leaves open where
        return False
    return tense is not Tense.PAST or (is_posture if form is Form.PROGRESSIVE else bool(verb.english[Form.PAST]))


def _is_natural(verb: Verb, form: Form, is_negated: bool, gap: Gap | None, tense: Tense, after: str) -> bool:
    """Return False for a verb that is odd in a tense or after an auxiliary: "he finds a key", "he must live there"."""
    if is_negated and ("affirmed" in verb.traits or (verb.infinitive == "être" and form is not Form.PROGRESSIVE)):
        return False
    if gap is Gap.OBJECT and "language" in verb.objects and verb.is_stative:
        return False
    if gap is Gap.PLACE and "moving" in verb.traits:  # "where did she walk": English asks where to
        return False
    if tense is Tense.PRESENT:
        return "event" not in verb.traits or (bool(list_adjuncts(verb, tense, is_time=True)) and gap is None)
    allowed = _AFTER_NOT.get(after, {after}) if is_negated else {after}
    return tense is not Tense.FUTURE or not verb.after.isdisjoint(allowed)


def _share(verb: Verb, after: str) -> int:
    """Return how often a verb is drawn: going, living, needing, states and what is done to people often."""
    if "recipient" in verb.traits:  # "give me the key": said more often than "open the door"
        return 160 if after == "command" else 40
    if "rare" in verb.traits:
        return 6
    if verb.adjuncts & _ASKED_FOR or "there" in verb.traits:
        return 96 if after and "there" in verb.traits else 48
    if verb.preposition:
        return 40 if verb.is_stative else 24
    return 24 if verb.objects & _OFTEN_NAMED or verb.is_stative else 18


def _breadth(verb: Verb) -> int:
    """Return how many nouns are objects of an entry, which is drawn the more often among those of a verb."""
    return len(nouns_of(verb.objects)) or 1


def _allows_gap(verb: Verb, gap: Gap | None) -> bool:
    if gap is Gap.OBJECT:
        is_asked = verb.article not in (ObjectArticle.DEFINITE, ObjectArticle.NONE) and not verb.preposition
        return bool(verb.objects - ANIMATE) and is_asked
    return gap is None or bool(verb.adjuncts & _ASKED_FOR or (not verb.objects and verb.sites))
