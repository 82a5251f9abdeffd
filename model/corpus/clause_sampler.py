"""Random sampling of sentences, in which every word and every phenomenon is frequent enough to be learned.

Words are sampled uniformly among those that go together: "he eats a house" is never sampled, though it can be parsed.
An entry that a table lists twice is sampled twice as often.
"""

import random
from collections.abc import Sequence
from functools import cache

from model.corpus.clause import AdjectivePredicate, Adjunct, Clause, Form, VerbPredicate, realize
from model.corpus.french import has_vowel_onset
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
    Noun,
    NounClass,
    Number,
    Pronoun,
    Verb,
)
from model.corpus.pair import Pair
from model.corpus.phrase import Coordination, NounPhrase, Phrase, Subject
from model.corpus.phrase_sampler import (
    DEFINITE_DETERMINERS,
    NEGATED_PLURAL_DETERMINERS,
    NEGATED_SINGULAR_DETERMINERS,
    PLURAL_DETERMINERS,
    SINGULAR_DETERMINERS,
    pick,
    sample_determiner,
    sample_name,
    sample_noun_phrase,
)
from model.corpus.plausibility import is_plausible, is_reflexive

_FORMS = (Form.STATEMENT,) * 10 + (Form.NEGATION,) * 5 + (Form.QUESTION,) * 5
_SUBJECT_PRONOUNS = (I, YOU, HE, SHE, WE, THEY)
_OBJECT_PRONOUNS = (I, I, YOU, YOU, HE, SHE, IT, WE, THEY)
_INANIMATE_PRONOUNS = (IT, THEY)

_TRANSITIVE = tuple(verb for verb in VERBS if verb.objects for _ in range(2 if verb.french_for_people else 1))
_INTRANSITIVE = tuple(verb for verb in VERBS if not verb.objects)


@cache
def _nouns(classes: frozenset[NounClass]) -> tuple[Noun, ...]:
    """Return the nouns of these classes; feminine animate ones, which are few, occur twice."""
    nouns = [noun for noun in NOUNS if noun.noun_class in classes]
    return tuple(nouns + [noun for noun in nouns if noun.noun_class in ANIMATE and noun.gender is Gender.FEMININE])


_PLACES = _nouns(frozenset({NounClass.PLACE}))
_ANIMATE = _nouns(ANIMATE)
_VERB_SUBJECTS = {verb.english: _nouns(verb.subjects) for verb in VERBS}
_VERB_OBJECTS = {verb.english: _nouns(verb.objects) for verb in VERBS}
_NEGATED_OBJECTS = {  # nouns with a vowel onset three times, so that "pas d'" is as learnable as "pas de"
    verb: nouns + 2 * tuple(noun for noun in nouns if has_vowel_onset(noun.french[0]))
    for verb, nouns in _VERB_OBJECTS.items()
}
_ANTONYM_SETS = (
    {"small", "big"}, {"old", "young"}, {"black", "white", "red"}, {"happy", "sad"}, {"hot", "cold"},
)  # fmt: skip
_ANTONYMS = {word: words for words in _ANTONYM_SETS for word in words}
_PREDICATE_CLASSES = {
    adjective.english: adjective.noun_classes - ANIMATE if adjective.is_inanimate_predicate else adjective.noun_classes
    for adjective in ADJECTIVES
}
_COMPATIBLE = {  # adjectives that can join another one in a predicate
    adjective.english: tuple(
        other
        for other in ADJECTIVES
        if _PREDICATE_CLASSES[other.english] & _PREDICATE_CLASSES[adjective.english]
        and other.english not in _ANTONYMS.get(adjective.english, {adjective.english})
    )
    for adjective in ADJECTIVES
}


def sample_pair(random: random.Random) -> Pair:
    """Sample a sentence with its translation and alignment; equal states of ``random`` give equal pairs."""
    while not is_plausible(clause := _sample_clause(random)):
        pass
    return realize(clause)


def _sample_clause(random: random.Random) -> Clause:
    form = pick(random, _FORMS)
    draw = random.random()
    if draw < 0.23:
        return _sample_adjective_clause(random, form)
    if draw < 0.41:
        verb = pick(random, _INTRANSITIVE)
        subject = _sample_subject(random, _VERB_SUBJECTS[verb.english], SINGULAR_DETERMINERS)
        adjunct = _sample_adjunct(random, verb) if random.random() < 0.75 else None
        return Clause(subject, VerbPredicate(verb, adjunct=adjunct), form)
    verb = pick(random, _TRANSITIVE)
    subject = _sample_subject(random, _VERB_SUBJECTS[verb.english], SINGULAR_DETERMINERS)
    return Clause(subject, VerbPredicate(verb, _sample_object(random, verb, subject, form)), form)


def _sample_adjective_clause(random: random.Random, form: Form) -> Clause:
    adjective = pick(random, ADJECTIVES)
    classes = _PREDICATE_CLASSES[adjective.english]
    draw = random.random()
    if draw < 0.35 and form is not Form.NEGATION:
        second = pick(random, _COMPATIBLE[adjective.english])
        predicate = AdjectivePredicate(adjective, second=second)
        classes &= _PREDICATE_CLASSES[second.english]
    else:
        predicate = AdjectivePredicate(adjective, very=draw < 0.60)
    nouns = _nouns(classes)
    if classes & PEOPLE:
        subject = _sample_subject(random, nouns, DEFINITE_DETERMINERS)
    else:
        subject = _sample_noun_subject(random, nouns, DEFINITE_DETERMINERS)
    if isinstance(subject, NounPhrase) and _is_redundant(predicate, subject):
        subject = subject._replace(prenominal=None, postnominal=None)
    return Clause(subject, predicate, form)


def _is_redundant(predicate: AdjectivePredicate, subject: NounPhrase) -> bool:
    """Return True if the subject has an adjective of the predicate or its antonym: "the small cat is small"."""
    excluded: set[str] = set()
    for adjective in (predicate.adjective, predicate.second):
        if adjective:
            excluded |= _ANTONYMS.get(adjective.english, {adjective.english})
    return any(each and each.english in excluded for each in (subject.prenominal, subject.postnominal))


def _sample_adjunct(random: random.Random, verb: Verb) -> Adjunct:
    if not verb.has_comitative or random.random() < 0.5:
        place = pick(random, _PLACES)
        return Adjunct("in", sample_noun_phrase(random, place, SINGULAR_DETERMINERS, DEFINITE_DETERMINERS))
    if random.random() < 0.35:
        return Adjunct("with", sample_name(random))
    companion = pick(random, _ANIMATE)
    return Adjunct("with", sample_noun_phrase(random, companion, SINGULAR_DETERMINERS, DEFINITE_DETERMINERS))


def _sample_subject(random: random.Random, nouns: Sequence[Noun], singular: Sequence[Determiner]) -> Subject:
    draw = random.random()
    if draw < 0.50:
        return pick(random, _SUBJECT_PRONOUNS)
    if draw < 0.62:
        return sample_name(random)
    if draw < 0.70:
        return _sample_coordination(random, nouns)
    return _sample_noun_subject(random, nouns, singular)


def _sample_coordination(random: random.Random, nouns: Sequence[Noun]) -> Subject:
    first, second = _sample_conjunct(random, nouns), _sample_conjunct(random, nouns)
    if first.gender is not second.gender and random.random() < 0.5:  # otherwise two feminine ones are too rare to learn
        second = _sample_conjunct(random, nouns)
    return first if first == second else Coordination(first, second)


def _sample_conjunct(random: random.Random, nouns: Sequence[Noun]) -> Phrase:
    """Sample a name or a noun without adjectives, because a coordination is long."""
    if random.random() < 0.5:
        return sample_name(random)
    noun = pick(random, [noun for noun in nouns if noun.noun_class in ANIMATE])
    return NounPhrase(sample_determiner(random, noun, DEFINITE_DETERMINERS), None, None, noun, Number.SINGULAR)


def _sample_noun_subject(random: random.Random, nouns: Sequence[Noun], singular: Sequence[Determiner]) -> NounPhrase:
    return sample_noun_phrase(random, pick(random, nouns), singular, PLURAL_DETERMINERS)


def _sample_object(random: random.Random, verb: Verb, subject: Subject, form: Form) -> Phrase | Pronoun:
    has_people = NounClass.ADULT in verb.objects
    draw = random.random()
    if draw < (0.32 if has_people else 0.20):
        pronoun = pick(random, _OBJECT_PRONOUNS if has_people else _INANIMATE_PRONOUNS)
        return IT if is_reflexive(subject, pronoun) else pronoun
    if has_people and draw < 0.44:
        return sample_name(random)
    if form is Form.NEGATION and not verb.has_generic_object:
        noun = pick(random, _NEGATED_OBJECTS[verb.english])
        return sample_noun_phrase(random, noun, NEGATED_SINGULAR_DETERMINERS, NEGATED_PLURAL_DETERMINERS)
    noun = pick(random, _VERB_OBJECTS[verb.english])
    singular = DEFINITE_DETERMINERS if verb.has_generic_object else SINGULAR_DETERMINERS
    return sample_noun_phrase(random, noun, singular, PLURAL_DETERMINERS)
