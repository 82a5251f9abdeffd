"""Lexicon entries of circumstances: where, when, with whom and why something is done. An entry equals only itself."""

from dataclasses import dataclass

from model.corpus.lexicon.categories import Classes, Gender, Tense


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A place without article in English.

    Attributes:
        at: being there, "in paris".
        to: going there, "to paris".
        french: French for both, "à paris".
        name: its English name, if it has one.
        kind: which verbs ask for.
        article: French article of its name: "la'" of "la france"; empty if it has none.
    """

    at: tuple[str, ...]
    to: tuple[str, ...]
    french: tuple[str, ...]
    name: str
    kind: str
    article: str

    @property
    def gender(self) -> Gender:
        """Gender of its name; towns are feminine."""
        return Gender.MASCULINE if self.article == "le'" else Gender.FEMININE


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
