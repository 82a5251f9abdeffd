"""Lexicon entries of circumstances: where, when, with whom and why something is done. An entry equals only itself."""

from dataclasses import dataclass

from model.corpus.lexicon.categories import Classes, Tense


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A place without article in English: being there, going there, the French for both, its name and its kind."""

    at: tuple[str, ...]
    to: tuple[str, ...]
    french: tuple[str, ...]
    name: str
    kind: str


@dataclass(frozen=True, slots=True, eq=False)
class Preposition:
    """A preposition, its kind (place, company, benefit) and the classes of the places where something is done."""

    english: str
    french: str
    kind: str
    objects: Classes


@dataclass(frozen=True, slots=True, eq=False)
class Whereabouts:
    """The usual places of some classes: an English preposition, and classes of nouns or kinds of places."""

    what: Classes
    preposition: str
    where: Classes


@dataclass(frozen=True, slots=True, eq=False)
class Reasons:
    """The adjectives and feelings that explain what somebody does or is.

    Attributes:
        effect: English verb or adjective that is explained: "buy".
        is_of_object: True if they describe the object of the effect, "because it is new"; otherwise its subject.
        reasons: explain the effect.
        obstacles: explain its negation: "he does not buy it because it is expensive".
    """

    effect: str
    is_of_object: bool
    reasons: frozenset[str]
    obstacles: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class Time:
    """An adverb of time, its words in both languages, the tenses it goes with and its kind, which verbs ask for."""

    english: tuple[str, ...]
    french: tuple[str, ...]
    tenses: frozenset[Tense]
    kind: str
