"""Verb phrases: a verb with its object and adjuncts, in any English form."""

from enum import Enum, IntEnum
from functools import cache
from typing import NamedTuple

from model.corpus.grammar.adjunct import adjunct, destination, home
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.determiners import (
    BARE_OBJECT,
    DEFINITE,
    GENERIC_OBJECT,
    INDEFINITE,
    NEGATED_OBJECT,
    OBJECT,
    DeterminerTables,
)
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.noun_phrase import (
    Article,
    Coordination,
    NounPhrase,
    Phrase,
    noun_phrase,
    nouns_of,
    proper_noun,
)
from model.corpus.grammar.subject import Subject
from model.corpus.lexicon.entries import Classes, Number, ObjectArticle, Pronoun, Verb
from model.corpus.lexicon.function_words import BARE, HE, IT, PRONOUNS, THEY, WE, YOU, A, I
from model.corpus.lexicon.tables import ANIMATE, PEOPLE, VERBS

_OBJECTS_ABOUT_PEOPLE = (I, I, YOU, YOU, *PRONOUNS[2:])
_UNMARKED = (I, YOU, HE, IT)  # those a past participle does not visibly agree with
_OBJECT_WORDS = Words((pronoun, (pronoun.english_object,)) for pronoun in PRONOUNS)
_TABLES: dict[ObjectArticle, DeterminerTables] = {
    ObjectArticle.PARTITIVE: OBJECT,
    ObjectArticle.GENERIC: GENERIC_OBJECT,
    ObjectArticle.DEFINITE: DEFINITE,
    ObjectArticle.INDEFINITE: INDEFINITE,
    ObjectArticle.NONE: BARE_OBJECT,
}


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


class VerbPhrase(NamedTuple):
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
def _verb_words(
    classes: Classes | None, form: Form, is_negated: bool, gap: Gap | None, is_past: bool, is_dynamic: bool = False
) -> Words[Verb]:
    """Return the verbs for a subject of some classes; None for any subject."""
    return Words(
        (verb, (verb.english[form],))
        for verb in VERBS
        for _ in range(4 if verb.adjuncts & {"to!", "at!"} else 1)
        if verb.english[form]
        and (verb.english[Form.PAST] or not is_past)
        and (verb.english[Form.PROGRESSIVE] or verb.english[Form.PAST] or not is_dynamic)
        and verb.is_negated in (None, is_negated)
        and (classes is None or verb.subjects & classes)
        and _allows_gap(verb, gap)
    )


def _allows_gap(verb: Verb, gap: Gap | None) -> bool:
    if gap is Gap.OBJECT:
        return bool(verb.objects - ANIMATE) and verb.article is not ObjectArticle.NONE
    return gap is None or bool(verb.adjuncts & {"to!", "at!"} or (not verb.objects and "place" in verb.adjuncts))


def verb_phrase(
    d: Derivation,
    subject: Subject,
    form: Form,
    tense: str = "",
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
    is_negated, is_past = bool(negation), tense == "past"
    drawn = _verb_words(subject.classes, form, is_negated, gap, is_past, is_dynamic=tense == "future")
    verb = d.choose_word(drawn, _verb_words(None, form, is_negated, gap, is_past))
    index = d.here - 1
    clitic: Tokens = []
    rest: Tokens = [(verb.adverb, (index,))] if verb.adverb else []
    object_ = None
    if verb.objects and gap is not Gap.OBJECT:
        object_ = _object(d, verb, subject, is_negated=is_negated, is_past=is_past)
        if isinstance(object_, Pronoun):
            clitic = [(object_.french_object, (d.here - 1,))]
        else:
            rest += object_.french(_article(verb, is_negated), negation[-1:])
    if gap is not Gap.PLACE:
        if "to!" in verb.adjuncts:
            rest += destination(d)
        if "at!" in verb.adjuncts:
            rest += home(d)
        if d.decide(0.12 if verb.objects else 0.55):
            rest += adjunct(d, verb.adjuncts, subject, tense)
    return VerbPhrase(verb, index, clitic, rest, object_)


def _article(verb: Verb, is_negated: bool) -> Article:
    if verb.article is ObjectArticle.GENERIC:
        return Article.GENERIC
    if verb.article is ObjectArticle.NONE:
        return Article.NONE
    return Article.NEGATED if is_negated else Article.PARTITIVE


def generic_verb_phrase(d: Derivation, subject: Subject) -> VerbPhrase:
    """Derive a verb phrase that is true of a kind: "cats like fish", "birds sing"."""
    verb = d.choose_word(_generic_verbs(subject.classes))
    rest: Tokens = []
    index = d.here - 1
    if verb.objects:
        number = d.choose((Number.SINGULAR, Number.PLURAL))
        phrase = noun_phrase(d, nouns_of(verb.objects), BARE_OBJECT, number, is_plain=True)
        rest = phrase.french(_article(verb, False))
    return VerbPhrase(verb, index, [], rest, None)


@cache
def _generic_verbs(classes: Classes) -> Words[Verb]:
    return Words(
        (verb, (verb.english[Form.PLAIN],))
        for verb in VERBS
        if verb.subjects & classes and not verb.is_negated and not verb.adverb
        if verb.article is ObjectArticle.GENERIC or verb.objects <= {"food", "drink", "fruit"}
        if not verb.adjuncts & {"to!", "at!"}
    )


def _object(d: Derivation, verb: Verb, subject: Subject, *, is_negated: bool, is_past: bool) -> Phrase | Pronoun:
    can_be_pronoun = not verb.objects <= {"place", "town"}  # "visiter" is said of places only
    has_people = (bool(verb.objects & PEOPLE) and verb.article is ObjectArticle.DEFINITE) or len(
        verb.objects & PEOPLE
    ) > 2
    kinds = ("noun",) * 7 + ("pronoun", "name") * has_people + ("pronoun",) * can_be_pronoun
    if verb.article in (ObjectArticle.INDEFINITE, ObjectArticle.NONE):
        kinds = ("noun",)
    kind = d.choose(kinds, ("pronoun", "name", "noun"))
    if kind == "pronoun":
        d.require(can_be_pronoun)
        pronouns = _OBJECTS_ABOUT_PEOPLE if has_people else (IT, THEY)
        pronouns = tuple(each for each in pronouns if not is_past or each in _UNMARKED)
        pronoun = d.choose_word(_drawn_pronouns(pronouns), _OBJECT_WORDS)
        d.require(not _is_reflexive(subject, pronoun))
        d.require(not is_past or pronoun in _UNMARKED)
        classes = PEOPLE if pronoun is not IT else frozenset({"thing"})
        d.require(not verb.is_ambiguous or _accepts(verb, classes))
        return pronoun
    can_join = verb.article not in (ObjectArticle.INDEFINITE, ObjectArticle.NONE)
    is_joined = can_join and d.decide(0.07, "and")
    first: Phrase = proper_noun(d) if kind == "name" else _noun_object(d, verb, is_negated, is_plain=is_joined)
    d.require(not verb.is_ambiguous or _accepts(verb, first.classes))
    d.require(subject.phrase is None or not _refers_to(first, subject.phrase))
    if not is_joined:
        return first
    index = d.say("and")
    kind = d.choose(("noun",), ("name", "noun"))
    second = proper_noun(d) if kind == "name" else _noun_object(d, verb, is_negated, is_plain=True)
    d.avoid(_is_bare(first) is not _is_bare(second))
    d.require(not verb.is_ambiguous or _accepts(verb, second.classes))
    d.require(not _refers_to(second, first))
    d.avoid(isinstance(first, NounPhrase) and isinstance(second, NounPhrase) and first.noun is second.noun)
    return Coordination(first, index, second)


@cache
def _drawn_pronouns(pronouns: tuple[Pronoun, ...]) -> Words[Pronoun]:
    return Words((pronoun, (pronoun.english_object,)) for pronoun in pronouns)


def _accepts(verb: Verb, classes: Classes) -> bool:
    return bool(verb.objects & classes)


def _noun_object(d: Derivation, verb: Verb, is_negated: bool, *, is_plain: bool = False) -> NounPhrase:
    tables = NEGATED_OBJECT if is_negated and verb.article is ObjectArticle.PARTITIVE else _TABLES[verb.article]
    phrase = noun_phrase(d, nouns_of(verb.objects), tables, is_plain=is_plain)
    d.require(not (verb.article is ObjectArticle.GENERIC and is_negated and phrase.determiner is A))
    return phrase


def _is_bare(phrase: Phrase) -> bool:
    return isinstance(phrase, NounPhrase) and phrase.determiner is BARE


def _is_reflexive(subject: Subject, pronoun: Pronoun) -> bool:
    """Return True if an object pronoun refers to the subject: "i see me", "we help me"."""
    is_first = subject.person in (I.person, WE.person) and pronoun.person in (I.person, WE.person)
    return is_first or subject.person == pronoun.person == YOU.person


def _refers_to(phrase: Phrase, other: Phrase | Pronoun) -> bool:
    """Return True if two phrases are the same words: "anna sees anna"."""
    if isinstance(phrase, Coordination) or isinstance(other, Pronoun):
        return False
    if isinstance(other, Coordination):
        return _refers_to(phrase, other.first) or _refers_to(phrase, other.second)
    if isinstance(phrase, NounPhrase) and isinstance(other, NounPhrase):
        same = (phrase.determiner, phrase.noun, phrase.number) == (other.determiner, other.noun, other.number)
        return same and phrase.determiner not in (A, BARE) and not phrase.possessor and not other.possessor
    return not isinstance(phrase, NounPhrase) and not isinstance(other, NounPhrase) and phrase.word == other.word
