"""A whole sentence as a structure, and its one translation.

``translate`` is the only place where English and French word order meet, so drawing a sentence and
reading one cannot disagree about what it means.
"""

from enum import Enum
from typing import NamedTuple

from model.corpus.french import Token, agree, spell
from model.corpus.lexicon import BE_ENGLISH, BE_FRENCH, Adjective, Pronoun, Verb
from model.corpus.pair import Pair
from model.corpus.phrase import THIRD, Article, Phrase, Subject, is_person


class Form(Enum):
    """How the sentence is put."""

    STATEMENT = "he sleeps"
    NEGATION = "he does not sleep"
    QUESTION = "does he sleep"


class Quality(NamedTuple):
    """What follows "to be": "tired", "very tired" or "tired and sad"."""

    adjective: Adjective
    very: bool = False
    second: Adjective | None = None


class Setting(NamedTuple):
    """Where or with whom: "in the garden", "with anna"."""

    preposition: str
    phrase: Phrase


class Action(NamedTuple):
    """A verb with its object, its setting, or neither."""

    verb: Verb
    object: Phrase | Pronoun | None = None
    setting: Setting | None = None


class Clause(NamedTuple):
    """Who, what is said of them, and how."""

    subject: Subject
    predicate: Quality | Action
    form: Form


PREPOSITIONS: dict[str, str] = {"in": "dans", "with": "avec"}


def translate(clause: Clause) -> Pair:
    """The English sentence, its French translation and the links between them."""
    subject, predicate, form = clause
    person = subject.person
    quality = isinstance(predicate, Quality)
    auxiliary = BE_ENGLISH[person] if quality else "does" if person == THIRD[0] else "do"

    source: list[str] = []
    tokens: list[Token] = []
    carrier = 0  # where the auxiliary stands
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
        carrier = len(source)
        if quality or form is Form.NEGATION:
            source.append(auxiliary)
    denial: tuple[int, ...] | None = None  # the English words that "ne ... pas" renders
    if form is Form.NEGATION:
        denial = (len(source),) if quality else (carrier, len(source))
        source.append("not")
        tokens.append(("ne'", denial))
    if isinstance(predicate, Quality):
        _say_quality(predicate, subject, carrier, denial, source, tokens)
    else:
        _say_action(predicate, clause, denial, source, tokens)
    return Pair(
        tuple(source),
        spell(tokens),
        frozenset([(link, index) for index, (_, links) in enumerate(tokens) for link in links]),
    )


def _say_quality(
    quality: Quality,
    subject: Subject,
    carrier: int,
    denial: tuple[int, ...] | None,
    source: list[str],
    tokens: list[Token],
) -> None:
    """Append "is (not) (very) black" to both sides, whatever English has already said of it."""
    tokens.append((BE_FRENCH[subject.person], (carrier,)))
    if denial:
        tokens.append(("pas", denial))
    if quality.very:
        tokens.append(("très", (len(source),)))
        source.append("very")
    tokens.append((agree(quality.adjective, subject.gender, subject.number), (len(source),)))
    source.append(quality.adjective.english)
    if quality.second:
        tokens.append(("et", (len(source),)))
        source.append("and")
        tokens.append((agree(quality.second, subject.gender, subject.number), (len(source),)))
        source.append(quality.second.english)


def _say_action(
    action: Action,
    clause: Clause,
    denial: tuple[int, ...] | None,
    source: list[str],
    tokens: list[Token],
) -> None:
    """Append verb, object and setting to both sides; an object pronoun jumps before the French verb."""
    verb, thing, setting = action
    person = clause.subject.person
    at = len(source)
    inflected = clause.form is Form.STATEMENT and person == THIRD[0]
    source.append(verb.english[1 if inflected else 0])
    if isinstance(thing, Pronoun):
        tokens.append((thing.french_object, (at + 1,)))
    forms = verb.french_of_people if verb.french_of_people and is_person(thing) else verb.french
    tokens.append((forms[person], (at,)))
    if denial:
        tokens.append(("pas", denial))
    if isinstance(thing, Pronoun):
        source.append(thing.english_object)
    elif thing:
        article = Article.GENERIC if verb.taste else Article.NEGATED if denial else Article.PARTITIVE
        tokens += thing.french(at + 1, article, denial[-1:] if denial else ())
        source += thing.english()
    if setting:
        tokens.append((PREPOSITIONS[setting.preposition], (len(source),)))
        source.append(setting.preposition)
        tokens += setting.phrase.french(len(source), Article.PARTITIVE)
        source += setting.phrase.english()
