"""Draws a clause at random, so that every word and every phenomenon comes up often enough to learn.

Words are drawn evenly among those that go together: nobody eats a house here, though such a sentence
can be read. A table entry that stands twice is drawn twice as often.
"""

import random
from collections.abc import Sequence
from functools import cache

from model.corpus.clause import Action, Clause, Form, Quality, Setting
from model.corpus.french import opens_with_vowel
from model.corpus.lexicon import (
    ADJECTIVES,
    ANIMATE,
    HE,
    IT,
    NOUNS,
    PEOPLE,
    SHE,
    THEY,
    VERBS,
    WE,
    YOU,
    Determiner,
    Gender,
    I,
    Kind,
    Noun,
    Number,
    Pronoun,
    Verb,
)
from model.corpus.phrase import Both, NounPhrase, Phrase, Subject
from model.corpus.phrase_sampler import (
    DEFINITE,
    NOT_ONE,
    NOT_SOME,
    ONE,
    SOME,
    draw_determiner,
    draw_name,
    draw_phrase,
    pick,
)
from model.corpus.plausibility import reflexive, sensible

_FORMS = (Form.STATEMENT,) * 10 + (Form.NEGATION,) * 5 + (Form.QUESTION,) * 5
_SUBJECTS = (I, YOU, HE, SHE, WE, THEY)
_OBJECTS = (I, I, YOU, YOU, HE, SHE, IT, WE, THEY)
_THINGS = (IT, THEY)

_TRANSITIVE = tuple(verb for verb in VERBS if verb.objects for _ in range(2 if verb.french_of_people else 1))
_INTRANSITIVE = tuple(verb for verb in VERBS if not verb.objects)


@cache
def _of(kinds: frozenset[Kind]) -> tuple[Noun, ...]:
    """The nouns of these kinds, the few feminine ones of the living twice: both genders need learning."""
    nouns = [noun for noun in NOUNS if noun.kind in kinds]
    return tuple(nouns + [noun for noun in nouns if noun.kind in ANIMATE and noun.gender is Gender.FEMININE])


_PLACES = _of(frozenset({Kind.PLACE}))
_LIVING = _of(ANIMATE)
_AGENTS = {verb.english: _of(verb.subjects) for verb in VERBS}
_PATIENTS = {verb.english: _of(verb.objects) for verb in VERBS}
_DENIED = {  # those before a vowel three times, so that "pas d'" is learned with "pas de"
    verb: nouns + 2 * tuple(noun for noun in nouns if opens_with_vowel(noun.french[0]))
    for verb, nouns in _PATIENTS.items()
}
_OPPOSITES = (
    {"small", "big"}, {"old", "young"}, {"black", "white", "red"}, {"happy", "sad"}, {"hot", "cold"},
)  # fmt: skip
_CLASHING = {word: words for words in _OPPOSITES for word in words}
_SAID_OF = {one.english: one.suits - ANIMATE if one.is_of_things else one.suits for one in ADJECTIVES}
_COMPANIONS = {  # what else can be said of some of the same nouns in one breath
    one.english: tuple(
        other
        for other in ADJECTIVES
        if _SAID_OF[other.english] & _SAID_OF[one.english]
        and other.english not in _CLASHING.get(one.english, {one.english})
    )
    for one in ADJECTIVES
}


def draw(random: random.Random) -> Clause:
    """A clause of the language; equal states of ``random`` draw equal clauses."""
    while not sensible(clause := _draw(random)):
        pass
    return clause


def _draw(random: random.Random) -> Clause:
    form = pick(random, _FORMS)
    share = random.random()
    if share < 0.23:
        return _quality(random, form)
    if share < 0.41:
        verb = pick(random, _INTRANSITIVE)
        subject = _subject(random, _AGENTS[verb.english], ONE)
        setting = _setting(random, verb) if random.random() < 0.75 else None
        return Clause(subject, Action(verb, setting=setting), form)
    verb = pick(random, _TRANSITIVE)
    subject = _subject(random, _AGENTS[verb.english], ONE)
    return Clause(subject, Action(verb, _object(random, verb, subject, form)), form)


def _quality(random: random.Random, form: Form) -> Clause:
    adjective = pick(random, ADJECTIVES)
    share = random.random()
    if share < 0.35 and form is not Form.NEGATION:
        second = pick(random, _COMPANIONS[adjective.english])
        quality, suits = Quality(adjective, second=second), _SAID_OF[adjective.english] & _SAID_OF[second.english]
    else:
        quality, suits = Quality(adjective, very=share < 0.60), _SAID_OF[adjective.english]
    nouns = _of(suits)
    subject = _subject(random, nouns, DEFINITE) if suits & PEOPLE else _noun_subject(random, nouns, DEFINITE)
    if isinstance(subject, NounPhrase) and _repeats(quality, subject):
        subject = subject._replace(leading=None, trailing=None)
    return Clause(subject, quality, form)


def _repeats(quality: Quality, subject: NounPhrase) -> bool:
    """Whether the subject already says the quality or its opposite: "the small cat is small"."""
    said = {
        word for one in (quality.adjective, quality.second) if one for word in _CLASHING.get(one.english, {one.english})
    }
    return any(one is not None and one.english in said for one in (subject.leading, subject.trailing))


def _setting(random: random.Random, verb: Verb) -> Setting:
    if not verb.company or random.random() < 0.5:
        return Setting("in", draw_phrase(random, pick(random, _PLACES), ONE, DEFINITE))
    if random.random() < 0.35:
        return Setting("with", draw_name(random))
    return Setting("with", draw_phrase(random, pick(random, _LIVING), ONE, DEFINITE))


def _subject(random: random.Random, nouns: Sequence[Noun], singular: Sequence[Determiner]) -> Subject:
    share = random.random()
    if share < 0.50:
        return pick(random, _SUBJECTS)
    if share < 0.62:
        return draw_name(random)
    if share < 0.70:
        return _both(random, nouns)
    return _noun_subject(random, nouns, singular)


def _both(random: random.Random, nouns: Sequence[Noun]) -> Subject:
    first, second = _partner(random, nouns), _partner(random, nouns)
    if first.gender is not second.gender and random.random() < 0.5:  # or two feminines are too rare to learn
        second = _partner(random, nouns)
    return first if first == second else Both(first, second)


def _partner(random: random.Random, nouns: Sequence[Noun]) -> Phrase:
    """One of two joined subjects, kept short."""
    if random.random() < 0.5:
        return draw_name(random)
    noun = pick(random, [noun for noun in nouns if noun.kind in ANIMATE])
    return NounPhrase(draw_determiner(random, noun, DEFINITE), None, None, noun, Number.SINGULAR)


def _noun_subject(random: random.Random, nouns: Sequence[Noun], singular: Sequence[Determiner]) -> NounPhrase:
    return draw_phrase(random, pick(random, nouns), singular, SOME)


def _object(random: random.Random, verb: Verb, subject: Subject, form: Form) -> Phrase | Pronoun:
    people = Kind.ADULT in verb.objects
    share = random.random()
    if share < (0.32 if people else 0.20):
        pronoun = pick(random, _OBJECTS if people else _THINGS)
        return IT if reflexive(subject, pronoun) else pronoun
    if people and share < 0.44:
        return draw_name(random)
    if form is Form.NEGATION and not verb.taste:
        return draw_phrase(random, pick(random, _DENIED[verb.english]), NOT_ONE, NOT_SOME)
    noun = pick(random, _PATIENTS[verb.english])
    return draw_phrase(random, noun, DEFINITE if verb.taste else ONE, SOME)
