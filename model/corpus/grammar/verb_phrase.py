"""Verb phrases: a verb with its object and adjuncts, in any English form."""

from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cache

from model.corpus.grammar.adjunct import adjunct, destination, home
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.phrase import Article, Phrase
from model.corpus.grammar.relation import Relation
from model.corpus.grammar.subject import Subject
from model.corpus.grammar.verb_object import verb_object
from model.corpus.lexicon.entries import Classes, ObjectArticle, Pronoun, Tense, Verb
from model.corpus.lexicon.tables import ANIMATE, PEOPLE, VERBS


class Form(IntEnum):
    """The English form of a verb; the value is an index into ``Verb.english``."""

    PLAIN = 0
    THIRD_PERSON = 1
    PROGRESSIVE = 2
    PAST = 3


class Gap(Enum):
    """What a question word at the beginning of the sentence replaces."""

    OBJECT = "what do you eat"
    PLACE = "where do you live"


_OFTEN_NAMED = PEOPLE | {"way"}  # objects; what one crosses is needed for "because it was too wide"


@dataclass(frozen=True, slots=True)
class VerbPhrase:
    """A verb with its French complements.

    Attributes:
        verb: the verb.
        index: of its English word.
        clitic: French object pronoun before the verb, if any.
        rest: French words after the verb.
        object: its object, if any.
    """

    verb: Verb
    index: int
    clitic: Tokens
    rest: Tokens
    object: Phrase | Pronoun | None


@cache
def _verb_words(classes: Classes | None, form: Form, is_negated: bool, gap: Gap | None, tense: Tense) -> Words[Verb]:
    """Return the verbs to draw for a subject of some classes, or, for None, those to parse."""
    return Words(
        (verb, (verb.english[form],))
        for verb in VERBS
        for _ in range(_share(verb, tense))
        if verb.english[form]
        and (verb.english[Form.PAST] or tense is not Tense.PAST)
        and (tense is not Tense.FUTURE or classes is None or not _is_finite(verb))
        and verb.is_negated in (None, is_negated)
        and (classes is None or verb.subjects & classes)
        and _allows_gap(verb, gap)
    )


def _share(verb: Verb, tense: Tense) -> int:
    """Return how often a verb is drawn: going, living and what is done to people often, events in the present rarely.

    English has the simple present for a state, "she knows a song", but rarely for an event, "she finds a key".
    """
    if verb.adjuncts & {"to!", "at!"} or verb.adverb:
        return 16
    if verb.objects & _OFTEN_NAMED:
        return 8
    is_event = verb.objects and not verb.is_stative and tense is Tense.PRESENT
    return 2 if is_event else 4


def _is_finite(verb: Verb) -> bool:
    """Return True for a verb that is not drawn as an infinitive."""
    return "finite" in verb.traits or not (verb.english[Form.PROGRESSIVE] or verb.english[Form.PAST])


def _allows_gap(verb: Verb, gap: Gap | None) -> bool:
    if gap is Gap.OBJECT:
        return bool(verb.objects - ANIMATE) and verb.article in (ObjectArticle.PARTITIVE, ObjectArticle.GENERIC)
    return gap is None or bool(verb.adjuncts & {"to!", "at!"} or (not verb.objects and "place" in verb.adjuncts))


def verb_phrase(
    d: Derivation,
    subject: Subject,
    form: Form,
    tense: Tense,
    negation: tuple[int, ...] = (),
    *,
    gap: Gap | None = None,
) -> VerbPhrase:
    """Derive a verb phrase.

    Args:
        d: the derivation.
        subject: decides which verbs are drawn.
        form: form of the English verb.
        tense: restricts adverbs of time.
        negation: indices of the English words of a negation, "not" last; empty if affirmative.
        gap: complement that the phrase lacks.
    """
    is_negated, is_past = bool(negation), tense is Tense.PAST
    drawn = _verb_words(subject.classes, form, is_negated, gap, tense)
    verb = d.choose_word(drawn, _verb_words(None, form, is_negated, gap, tense))
    index = d.here - 1
    is_event = "event" in verb.traits and tense is Tense.PRESENT
    if negation:
        d.relate(Relation.NEGATION, negation[-1], index)
    clitic: Tokens = []
    rest: Tokens = [(verb.adverb, (index,))] if verb.adverb else []
    object_ = None
    if verb.objects and gap is not Gap.OBJECT:
        object_ = verb_object(d, verb, subject, is_negated=is_negated, is_past=is_past)
        if isinstance(object_, Pronoun):
            clitic = [(object_.french_object, (d.here - 1,))]
        else:
            rest += object_.french(choose_article(verb, is_negated=is_negated), negation[-1:])
    if gap is not Gap.PLACE:
        if "to!" in verb.adjuncts:
            rest += destination(d)
        if "at!" in verb.adjuncts:
            rest += home(d)
        has_adjunct = d.decide(_adjunct_share(verb, tense))
        if has_adjunct:
            rest += adjunct(d, frozenset({"time"}) if is_event else verb.adjuncts, subject, tense)
        d.avoid(not has_adjunct and is_event and gap is None)  # "he comes"
    d.avoid(gap is not None and is_event)  # "where does he go", "what do you find"
    return VerbPhrase(verb, index, clitic, rest, object_)


def _adjunct_share(verb: Verb, tense: Tense) -> float:
    """Return the share of phrases with an adjunct; the simple present of an event mostly needs one: "every day"."""
    if not verb.adjuncts - {"to!", "at!"}:
        return 0.0
    if not verb.objects:
        return 0.55
    is_event = not verb.is_stative or "event" in verb.traits
    return 0.7 if is_event and tense is Tense.PRESENT else 0.12


def choose_article(verb: Verb, *, is_negated: bool) -> Article:
    """Return the French article of an object without article in English."""
    if verb.article in (ObjectArticle.GENERIC, ObjectArticle.DEFINITE):
        return Article.GENERIC
    if verb.article is ObjectArticle.NONE:
        return Article.NONE
    return Article.NEGATED if is_negated else Article.PARTITIVE
