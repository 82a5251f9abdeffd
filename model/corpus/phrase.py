"""What can be a subject or an object: names, noun phrases and two of them joined by "and".

Each phrase says itself in English and, told where it stands in the English sentence, in French, with
every French word linked to the English words it renders.
"""

from enum import Enum
from typing import NamedTuple

from model.corpus.french import Token, agree, before, opens_with_vowel
from model.corpus.lexicon import (
    ANIMATE,
    BARE,
    IT,
    MASS,
    PEOPLE,
    THEY,
    A,
    Adjective,
    Determiner,
    Gender,
    Noun,
    Number,
    Pronoun,
)

THIRD = (2, 4)  # the third person's index into a verb's forms, by Number


class Article(Enum):
    """Which French article stands where English has none: it depends on the verb."""

    GENERIC = "les chats: a subject, or what is liked or hated"
    PARTITIVE = "des chats, du poisson: the object of any other verb"
    NEGATED = "pas de chats, pas de poisson: that object under negation"


class Name(NamedTuple):
    """A proper name; it is the same in both languages."""

    word: str
    gender: Gender = Gender.MASCULINE
    number: Number = Number.SINGULAR
    person: int = THIRD[Number.SINGULAR]
    animate: bool = True

    def english(self) -> list[str]:
        """The name."""
        return [self.word]

    def french(self, start: int, article: Article, denial: tuple[int, ...] = ()) -> list[Token]:
        """The name, linked to itself; no article ever precedes it."""
        return [(self.word, (start,))]


class NounPhrase(NamedTuple):
    """Determiner, at most one adjective of either French position, and a noun."""

    determiner: Determiner
    leading: Adjective | None  # before the French noun
    trailing: Adjective | None  # after the French noun
    noun: Noun
    number: Number

    @property
    def gender(self) -> Gender:
        """The noun's gender."""
        return self.noun.gender

    @property
    def person(self) -> int:
        """Third person, singular or plural."""
        return THIRD[self.number]

    @property
    def animate(self) -> bool:
        """Whether the noun names a person or an animal."""
        return self.noun.kind in ANIMATE

    def english(self) -> list[str]:
        """The phrase as English orders it: both adjectives before the noun."""
        words = [
            self.determiner.english[self.number],
            self.leading.english if self.leading else "",
            self.trailing.english if self.trailing else "",
            self.noun.english[self.number],
        ]
        said = [word for word in words if word]
        if self.determiner is A and opens_with_vowel(said[1]):
            said[0] = "an"
        return said

    def french(self, start: int, article: Article, denial: tuple[int, ...] = ()) -> list[Token]:
        """The phrase as French orders it, agreeing in gender and number.

        An article that English lacks is linked to the noun, and "de" also to the word that turns "des", "du" or
        "un" into it: the negation (pas de chats) or the adjective in front (de petits chats).

        Args:
            start: The index of the phrase's first word in the English sentence.
            article: The article that stands for a missing English one.
            denial: The index of "not", if the phrase is the object of a negated verb.
        """
        _, leading, trailing, noun, number = self
        gender = noun.gender
        at = start if self.determiner is BARE else start + 1
        tokens: list[Token] = []
        following = name = noun.french[number]
        if leading:
            following = agree(leading, gender, number)
            if number is Number.SINGULAR:
                following = before(following, name)
            tokens.append((following, (at,)))
            at += 1
        tokens.append((name, (at + 1 if trailing else at,)))
        if trailing:
            tokens.append((agree(trailing, gender, number), (at,)))
            at += 1
        opening: tuple[int, ...] = (start,) if self.determiner is not BARE else (at,)
        words = self._opening(following, article)
        if words == ("de'",):
            opening += denial if article is Article.NEGATED else (start,)
        return [(word, opening) for word in words] + tokens

    def _opening(self, following: str, article: Article) -> tuple[str, ...]:
        """The determiner or article in front of ``following``, one or two words."""
        determiner, leading, _, noun, number = self
        plural, feminine = number is Number.PLURAL, noun.gender is Gender.FEMININE
        if determiner is BARE or determiner is A:
            if article is Article.NEGATED:
                return ("de'",)
            if determiner is A:
                return ("une",) if feminine else ("un",)
            if article is Article.GENERIC:
                return ("les",) if plural else ("la'",) if feminine else ("le'",)
            if plural:
                return ("de'",) if leading else ("des",)
            if opens_with_vowel(following) or feminine:
                return ("de'", "la'") if feminine else ("de'", "le'")
            return ("du",)
        if plural:
            return (determiner.french[2],)
        return (before(determiner.french[noun.gender], following),)


class Both(NamedTuple):
    """Two phrases joined by "and": plural, and masculine unless both are feminine."""

    first: "Name | NounPhrase"
    second: "Name | NounPhrase"

    @property
    def gender(self) -> Gender:
        """Feminine only if both are."""
        return Gender(min(self.first.gender, self.second.gender))

    @property
    def number(self) -> Number:
        """Always plural."""
        return Number.PLURAL

    @property
    def person(self) -> int:
        """Always the third person plural."""
        return THIRD[Number.PLURAL]

    @property
    def animate(self) -> bool:
        """Whether either names a person or an animal."""
        return self.first.animate or self.second.animate

    def english(self) -> list[str]:
        """The one, "and", the other."""
        return [*self.first.english(), "and", *self.second.english()]

    def french(self, start: int, article: Article, denial: tuple[int, ...] = ()) -> list[Token]:
        """The one, "et", the other."""
        joint = start + len(self.first.english())
        return [
            *self.first.french(start, article, denial),
            ("et", (joint,)),
            *self.second.french(joint + 1, article, denial),
        ]


Phrase = Name | NounPhrase
Subject = Pronoun | Phrase | Both


def well_formed(phrase: NounPhrase) -> bool:
    """Whether English allows the phrase: "a cats", "cat" alone, "a water" and "a cold man" are out."""
    determiner, leading, trailing, noun, number = phrase
    mass = noun.kind in MASS
    if not noun.english[number]:
        return False
    if determiner is A and (mass or number is Number.PLURAL):
        return False
    if determiner is BARE and not mass and number is Number.SINGULAR:
        return False
    lifeless = (leading is not None and leading.lifeless) or (trailing is not None and trailing.lifeless)
    return not (lifeless and phrase.animate)


def is_person(thing: Phrase | Pronoun | None) -> bool:
    """Whether an object is a human being; "them" may be anything."""
    if isinstance(thing, Pronoun):
        return thing not in (IT, THEY)
    return isinstance(thing, Name) or (isinstance(thing, NounPhrase) and thing.noun.kind in PEOPLE)
