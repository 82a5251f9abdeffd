"""A clause of the toy language and its surface realization in English and French.

Only ``realize`` defines the word order of both languages, so a sampled sentence and the same sentence parsed have the
same translation.
"""

from enum import Enum
from typing import NamedTuple

from model.corpus.french import Token, elide, inflect
from model.corpus.lexicon import BE_ENGLISH, BE_FRENCH, Adjective, Pronoun, Verb
from model.corpus.pair import Pair
from model.corpus.phrase import THIRD_PERSON, Article, Phrase, Subject, is_person


class Form(Enum):
    """The form of a clause."""

    STATEMENT = "he sleeps"
    NEGATION = "he does not sleep"
    QUESTION = "does he sleep"


class AdjectivePredicate(NamedTuple):
    """Adjectives after "to be": "tired", "very tired" or "tired and sad"."""

    adjective: Adjective
    very: bool = False
    second: Adjective | None = None


class Adjunct(NamedTuple):
    """A prepositional phrase: "in the garden", "with anna"."""

    preposition: str
    phrase: Phrase


class VerbPredicate(NamedTuple):
    """A verb with an object, an adjunct, or neither."""

    verb: Verb
    object: Phrase | Pronoun | None = None
    adjunct: Adjunct | None = None


class Clause(NamedTuple):
    """A subject, a predicate and a form."""

    subject: Subject
    predicate: AdjectivePredicate | VerbPredicate
    form: Form


PREPOSITIONS: dict[str, str] = {"in": "dans", "with": "avec"}


def realize(clause: Clause) -> Pair:
    """Return the English sentence, its French translation and the links between them."""
    subject, predicate, form = clause
    person = subject.person
    has_adjective = isinstance(predicate, AdjectivePredicate)
    auxiliary = BE_ENGLISH[person] if has_adjective else "does" if person == THIRD_PERSON[0] else "do"

    source: list[str] = []
    tokens: list[Token] = []
    auxiliary_index = 0
    if form is Form.QUESTION:
        source.append(auxiliary)
        tokens += [("est-ce", (0,)), ("que'", (0,))]
    if isinstance(subject, Pronoun):
        tokens.append((subject.french, (len(source),)))
        source.append(subject.english)
    else:
        tokens += subject.french(len(source), Article.GENERIC)
        source += subject.english()
    if form is not Form.QUESTION:
        auxiliary_index = len(source)
        if has_adjective or form is Form.NEGATION:
            source.append(auxiliary)
    negation: tuple[int, ...] = ()  # indices of the English words that "ne ... pas" translates
    if form is Form.NEGATION:
        negation = (len(source),) if has_adjective else (auxiliary_index, len(source))
        source.append("not")
        tokens.append(("ne'", negation))
    if isinstance(predicate, AdjectivePredicate):
        _append_adjectives(predicate, subject, auxiliary_index, negation, source, tokens)
    else:
        _append_verb(predicate, clause, negation, source, tokens)
    return Pair(
        tuple(source),
        elide(tokens),
        frozenset([(link, index) for index, (_, links) in enumerate(tokens) for link in links]),
    )


def _append_adjectives(
    predicate: AdjectivePredicate,
    subject: Subject,
    auxiliary_index: int,
    negation: tuple[int, ...],
    source: list[str],
    tokens: list[Token],
) -> None:
    """Append "(very) black" to the English words and "est (pas) (très) noir" to the French ones."""
    tokens.append((BE_FRENCH[subject.person], (auxiliary_index,)))
    if negation:
        tokens.append(("pas", negation))
    if predicate.very:
        tokens.append(("très", (len(source),)))
        source.append("very")
    tokens.append((inflect(predicate.adjective, subject.gender, subject.number), (len(source),)))
    source.append(predicate.adjective.english)
    if predicate.second:
        tokens.append(("et", (len(source),)))
        source.append("and")
        tokens.append((inflect(predicate.second, subject.gender, subject.number), (len(source),)))
        source.append(predicate.second.english)


def _append_verb(
    predicate: VerbPredicate,
    clause: Clause,
    negation: tuple[int, ...],
    source: list[str],
    tokens: list[Token],
) -> None:
    """Append verb, object and adjunct to both sides; a French object pronoun precedes the verb."""
    verb, object_, adjunct = predicate
    person = clause.subject.person
    verb_index = len(source)
    has_ending = clause.form is Form.STATEMENT and person == THIRD_PERSON[0]
    source.append(verb.english[1 if has_ending else 0])
    if isinstance(object_, Pronoun):
        tokens.append((object_.french_object, (verb_index + 1,)))
    forms = verb.french_for_people if verb.french_for_people and is_person(object_) else verb.french
    tokens.append((forms[person], (verb_index,)))
    if negation:
        tokens.append(("pas", negation))
    if isinstance(object_, Pronoun):
        source.append(object_.english_object)
    elif object_:
        article = Article.GENERIC if verb.has_generic_object else Article.NEGATED if negation else Article.PARTITIVE
        tokens += object_.french(verb_index + 1, article, negation[-1:])
        source += object_.english()
    if adjunct:
        tokens.append((PREPOSITIONS[adjunct.preposition], (len(source),)))
        source.append(adjunct.preposition)
        tokens += adjunct.phrase.french(len(source), Article.PARTITIVE)
        source += adjunct.phrase.english()
