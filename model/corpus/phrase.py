"""Phrases that can be subject or object: names, noun phrases and coordinations.

Each phrase realizes itself in English and, given the index of its first English word, in French, with every French
word linked to the English words that it translates.
"""

from enum import Enum
from typing import NamedTuple

from model.corpus.french import Token, adapt_to_next, has_vowel_onset, inflect
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

THIRD_PERSON = (2, 4)  # by Number: the index of the third person into a verb's forms


class Article(Enum):
    """The French article of a noun that has none in English; it depends on the verb."""

    GENERIC = "les chats: a subject, or the object of liking or hating"
    PARTITIVE = "des chats, du poisson: the object of another verb"
    NEGATED = "pas de chats, pas de poisson: the object of another verb under negation"


class Name(NamedTuple):
    """A proper name, the same in both languages."""

    word: str
    gender: Gender = Gender.MASCULINE
    number: Number = Number.SINGULAR
    person: int = THIRD_PERSON[Number.SINGULAR]
    is_animate: bool = True

    def english(self) -> list[str]:
        """Return the English word."""
        return [self.word]

    def french(self, start: int, article: Article, negation: tuple[int, ...] = ()) -> list[Token]:
        """Return the French word; names take no article."""
        return [(self.word, (start,))]


class NounPhrase(NamedTuple):
    """A determiner, up to two adjectives and a noun."""

    determiner: Determiner
    prenominal: Adjective | None  # before the French noun
    postnominal: Adjective | None  # after the French noun
    noun: Noun
    number: Number

    @property
    def gender(self) -> Gender:
        """Gender of the noun."""
        return self.noun.gender

    @property
    def person(self) -> int:
        """The third person of the phrase's number."""
        return THIRD_PERSON[self.number]

    @property
    def is_animate(self) -> bool:
        """True if the noun is a person or an animal."""
        return self.noun.noun_class in ANIMATE

    def english(self) -> list[str]:
        """Return the words in English order, both adjectives before the noun."""
        words = [
            self.determiner.english[self.number],
            self.prenominal.english if self.prenominal else "",
            self.postnominal.english if self.postnominal else "",
            self.noun.english[self.number],
        ]
        words = [word for word in words if word]
        if self.determiner is A and has_vowel_onset(words[1]):
            words[0] = "an"
        return words

    def french(self, start: int, article: Article, negation: tuple[int, ...] = ()) -> list[Token]:
        """Return the words in French order, agreeing in gender and number.

        An article without an English counterpart is linked to the noun. "de" is also linked to the word that changes
        "des", "du" or "un" into it: the negation (pas de chats) or a prenominal adjective (de petits chats).

        Args:
            start: index of the phrase's first word in the English sentence.
            article: article if English has none.
            negation: index of "not" if the phrase is the object of a negated verb, otherwise empty.
        """
        _, prenominal, postnominal, noun, number = self
        gender = noun.gender
        index = start if self.determiner is BARE else start + 1
        tokens: list[Token] = []
        first_word = french_noun = noun.french[number]
        if prenominal:
            first_word = inflect(prenominal, gender, number)
            if number is Number.SINGULAR:
                first_word = adapt_to_next(first_word, french_noun)
            tokens.append((first_word, (index,)))
            index += 1
        tokens.append((french_noun, (index + 1 if postnominal else index,)))
        if postnominal:
            tokens.append((inflect(postnominal, gender, number), (index,)))
            index += 1
        links: tuple[int, ...] = (start,) if self.determiner is not BARE else (index,)
        determiner = self._french_determiner(first_word, article)
        if determiner == ("de'",):
            links += negation if article is Article.NEGATED else (start,)
        return [(word, links) for word in determiner] + tokens

    def _french_determiner(self, following: str, article: Article) -> tuple[str, ...]:
        """Return the determiner or article in front of ``following``, one or two words."""
        determiner, prenominal, _, noun, number = self
        is_plural, is_feminine = number is Number.PLURAL, noun.gender is Gender.FEMININE
        if determiner is BARE or determiner is A:
            if article is Article.NEGATED:
                return ("de'",)
            if determiner is A:
                return ("une",) if is_feminine else ("un",)
            if article is Article.GENERIC:
                return ("les",) if is_plural else ("la'",) if is_feminine else ("le'",)
            if is_plural:
                return ("de'",) if prenominal else ("des",)
            if has_vowel_onset(following) or is_feminine:
                return ("de'", "la'") if is_feminine else ("de'", "le'")
            return ("du",)
        if is_plural:
            return (determiner.french[2],)
        return (adapt_to_next(determiner.french[noun.gender], following),)


class Coordination(NamedTuple):
    """Two phrases with "and" between them: plural, and masculine unless both are feminine."""

    first: "Name | NounPhrase"
    second: "Name | NounPhrase"

    @property
    def gender(self) -> Gender:
        """Feminine if both phrases are, otherwise masculine."""
        return Gender(min(self.first.gender, self.second.gender))

    @property
    def number(self) -> Number:
        """Always plural."""
        return Number.PLURAL

    @property
    def person(self) -> int:
        """Always the third person plural."""
        return THIRD_PERSON[Number.PLURAL]

    @property
    def is_animate(self) -> bool:
        """True if one of the phrases is a person or an animal."""
        return self.first.is_animate or self.second.is_animate

    def english(self) -> list[str]:
        """Return the English words of both, with "and" between them."""
        return [*self.first.english(), "and", *self.second.english()]

    def french(self, start: int, article: Article, negation: tuple[int, ...] = ()) -> list[Token]:
        """Return the French words of both, with "et" between them."""
        and_index = start + len(self.first.english())
        return [
            *self.first.french(start, article, negation),
            ("et", (and_index,)),
            *self.second.french(and_index + 1, article, negation),
        ]


Phrase = Name | NounPhrase
Subject = Pronoun | Phrase | Coordination


def is_well_formed(phrase: NounPhrase) -> bool:
    """Return False for phrases that the language excludes: "a cats", "cat" alone, "a water", "a cold man"."""
    determiner, prenominal, postnominal, noun, number = phrase
    is_mass = noun.noun_class in MASS
    if not noun.english[number]:
        return False
    if determiner is A and (is_mass or number is Number.PLURAL):
        return False
    if determiner is BARE and not is_mass and number is Number.SINGULAR:
        return False
    return not (phrase.is_animate and any(each and each.is_inanimate for each in (prenominal, postnominal)))


def is_person(phrase: Phrase | Pronoun | None) -> bool:
    """Return True if an object is surely a human being; "them" may be anything."""
    if isinstance(phrase, Pronoun):
        return phrase not in (IT, THEY)
    return isinstance(phrase, Name) or (isinstance(phrase, NounPhrase) and phrase.noun.noun_class in PEOPLE)
