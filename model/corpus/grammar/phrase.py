"""Phrases with their French words: names, noun phrases and coordinations.

A phrase gives its French words, each linked to the indices of the English words that it translates.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar

from model.corpus.grammar.french import Token, Tokens, adapt_to_next, inflect, prepend
from model.corpus.lexicon.categories import Classes, Gender, Number
from model.corpus.lexicon.entries import Adjective, Determiner, Noun, Pronoun
from model.corpus.lexicon.function_words import ANY, BARE, NO, SOME, THE, THIRD, THIRD_PLURAL, A
from model.corpus.lexicon.word_classes import PEOPLE


class Article(Enum):
    """The French article of a noun that has none in English; it depends on the verb."""

    GENERIC = "les chats: a subject, or the object of liking or hating"
    PARTITIVE = "des chats, du poisson: the object of another verb"
    NEGATED = "pas de chats, pas de poisson: the object of another verb under negation"
    NONE = "anglais: the object of speaking"


@dataclass(frozen=True, slots=True)
class Spoken:
    """An adjective and the index of its English word."""

    adjective: Adjective
    index: int


@dataclass(frozen=True, slots=True)
class ProperNoun:
    """A first name, known or invented, or the name of a town or a country.

    Attributes:
        word: French name.
        index: of the English name.
        gender: grammatical gender in French.
        classes: semantic classes.
        article: French article of a country; empty for none.
    """

    word: str
    index: int
    gender: Gender = Gender.MASCULINE
    classes: Classes = PEOPLE - {"infant"}
    article: str = ""

    number: ClassVar[Number] = Number.SINGULAR
    person: ClassVar[int] = THIRD

    def french(self, article: Article, negation: tuple[int, ...] = ()) -> Tokens:
        """Return the French name; it has the article of its country, whatever the verb."""
        return [(word, (self.index,)) for word in (self.article, self.word) if word]


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """A noun with its determiner, adjectives and possessor, and the indices of their English words."""

    determiner: Determiner
    start: int  # of the determiner, or of "'s"
    prenominal: Spoken | None
    postnominal: Spoken | None
    noun: Noun
    number: Number
    index: int  # of the noun
    possessor: "ProperNoun | NounPhrase | None" = None

    @property
    def gender(self) -> Gender:
        """Gender of the noun."""
        return self.noun.gender

    @property
    def person(self) -> int:
        """The third person of the phrase's number."""
        return THIRD_PLURAL if self.number else THIRD

    @property
    def classes(self) -> Classes:
        """Semantic classes of the noun."""
        return self.noun.classes

    def french(self, article: Article, negation: tuple[int, ...] = ()) -> Tokens:
        """Return the words in French order, agreeing in gender and number.

        An article without an English counterpart is linked to the noun. "de" is also linked to the word that changes
        "des", "du" or "un" into it: the negation (pas de chats) or a prenominal adjective (de petits chats).

        Args:
            article: article if English has none.
            negation: index of "not" if the phrase is the object of a negated verb, otherwise empty.
        """
        tokens: Tokens = []
        noun = first_word = self.noun.french[self.number]
        if self.prenominal:
            first_word = inflect(self.prenominal.adjective, self.gender, self.number)
            if self.number is Number.SINGULAR:
                first_word = adapt_to_next(first_word, noun)
            tokens.append((first_word, (self.prenominal.index,)))
        tokens.append((noun, (self.index,)))
        if self.postnominal:
            adjective = inflect(self.postnominal.adjective, self.gender, self.number)
            tokens.append((adjective, (self.postnominal.index,)))
        determiner = self._french_determiner(first_word, article)
        links: tuple[int, ...] = (self.index if self.determiner is BARE else self.start,)
        if determiner == ("de'",):
            links += negation if article is Article.NEGATED else (self.prenominal.index,) if self.prenominal else ()
        tokens = [(word, links) for word in determiner] + tokens
        if self.possessor:
            tokens += [("de'", (self.start,)), *self.possessor.french(Article.GENERIC)]
        return tokens

    def _french_determiner(self, following: str, article: Article) -> tuple[str, ...]:
        determiner, is_plural = self.determiner, self.number is Number.PLURAL
        definite = "les" if is_plural else THE.french[self.gender]
        if determiner is BARE and article is Article.NONE:
            return ()
        if determiner is NO or (article is Article.NEGATED and determiner in (BARE, A, ANY)):
            return ("de'",)
        if determiner is BARE and article is Article.GENERIC:
            return (definite,)
        if determiner in (BARE, SOME, ANY):
            return ("de'",) if is_plural and self.prenominal else ("de'", definite)
        if is_plural:
            return tuple(determiner.french[2].split())
        return (adapt_to_next(determiner.french[self.gender], following),)


@dataclass(frozen=True, slots=True)
class Coordination:
    """Two phrases with "and" between them: plural, and masculine unless both are feminine."""

    first: "ProperNoun | NounPhrase"
    and_index: int
    second: "ProperNoun | NounPhrase"

    number: ClassVar[Number] = Number.PLURAL
    person: ClassVar[int] = THIRD_PLURAL

    @property
    def gender(self) -> Gender:
        """Feminine if both phrases are, otherwise masculine."""
        return Gender(min(self.first.gender, self.second.gender))

    @property
    def classes(self) -> Classes:
        """Semantic classes of both."""
        return self.first.classes & self.second.classes or self.first.classes | self.second.classes

    def french(self, article: Article, negation: tuple[int, ...] = ()) -> Tokens:
        """Return the French words of both, with "et" between them."""
        conjunction: Token = ("et", (self.and_index,))
        return [*self.first.french(article, negation), conjunction, *self.second.french(article, negation)]


Phrase = ProperNoun | NounPhrase | Coordination


def add_preposition(preposition: Token, phrase: Phrase, article: Article) -> Tokens:
    """Return a French phrase with a preposition before it, or before both of its parts: "de pain et de lait"."""
    if isinstance(phrase, Coordination):
        first, second = (add_preposition(preposition, each, article) for each in (phrase.first, phrase.second))
        return [*first, ("et", (phrase.and_index,)), *second]
    word, links = preposition
    if word == "de'" and isinstance(phrase, NounPhrase) and phrase.determiner in (SOME, ANY):  # "besoin d'eau"
        preposition, phrase = (word, (*links, phrase.start)), replace(phrase, determiner=BARE)
    return prepend(preposition, phrase.french(article))


def list_attributes(phrase: object) -> list[Adjective]:
    """Return the adjectives of a noun phrase; none of anything else."""
    spoken = (phrase.prenominal, phrase.postnominal) if isinstance(phrase, NounPhrase) else ()
    return [each.adjective for each in spoken if each is not None]


def is_described(phrase: object) -> bool:
    """Return True for a noun phrase with an adjective."""
    return bool(list_attributes(phrase))


def refers_to(phrase: Phrase, other: Phrase | Pronoun) -> bool:
    """Return True if two phrases are the same words: "anna sees anna"."""
    if isinstance(phrase, Coordination) or isinstance(other, Pronoun):
        return False
    if isinstance(other, Coordination):
        return refers_to(phrase, other.first) or refers_to(phrase, other.second)
    if isinstance(phrase, NounPhrase) and isinstance(other, NounPhrase):
        same = (phrase.determiner, phrase.noun, phrase.number) == (other.determiner, other.noun, other.number)
        return same and phrase.determiner not in (A, BARE) and not phrase.possessor and not other.possessor
    return not isinstance(phrase, NounPhrase) and not isinstance(other, NounPhrase) and phrase.word == other.word
