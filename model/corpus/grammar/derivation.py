"""Derivations: a grammar rule runs once to draw a sentence at random, or repeatedly to parse one.

A rule is a function of a derivation. It makes its choices in the order of the English words, says each word, and
returns the meaning. A speaker (``model.corpus.grammar.speaker``) answers each choice at random, so that the rule draws
a sentence. A listener (``model.corpus.grammar.listener``) knows the words and answers with the first choice that leads
to them, so that the same rule parses the sentence.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from model.corpus.grammar.relation import Related, Relation

T = TypeVar("T")


class DeadEnd(Exception):  # noqa: N818 (control flow, not an error)
    """The choices made so far lead to no sentence."""


class Words(Generic[T]):
    """Entries with the English words that each says; an entry that says nothing has no words.

    Attributes:
        entries: entry and words; an entry listed twice is drawn twice as often.
    """

    def __init__(self, entries: Iterable[tuple[T, tuple[str, ...]]]) -> None:
        self.entries = tuple(entries)
        self._words = dict(self.entries)
        self._only: dict[T, Words[T]] = {}
        self._by_first_word: dict[str, list[tuple[T, tuple[str, ...]]]] = {}
        for entry, words in dict.fromkeys(self.entries):
            self._by_first_word.setdefault(words[0] if words else "", []).append((entry, words))

    def only(self, entry: T) -> "Words[T]":
        """Return the words of one entry, for drawing it after it has been planned."""
        if entry not in self._only:
            self._only[entry] = Words([(entry, self._words[entry])])
        return self._only[entry]

    def starting_with(self, word: str) -> list[tuple[T, tuple[str, ...]]]:
        """Return the entries whose first word is ``word``, then those that say nothing."""
        return self._by_first_word.get(word, []) + self._by_first_word.get("", [])

    def beginning_with(self, letters: str) -> list[tuple[T, tuple[str, ...]]]:
        """Return the entries whose first word begins with ``letters``, then those that say nothing."""
        words = (word for word in self._by_first_word if word and word.startswith(letters))
        return [entry for word in (*words, "") for entry in self._by_first_word.get(word, [])]


class Derivation(ABC):
    """The choices of one sentence, the English words said so far, and the relations between them."""

    words: list[str]
    relations: list[Related]

    @abstractmethod
    def say(self, *words: str) -> int:
        """Say words; return the index of the first in the sentence."""

    @abstractmethod
    def choose(self, drawn: Sequence[T], parsed: Sequence[T] | None = None) -> T:
        """Choose an option that says nothing.

        Args:
            drawn: options for drawing, uniformly.
            parsed: options for parsing, in order of preference; by default the distinct ones of ``drawn``.
        """

    @abstractmethod
    def choose_word(self, drawn: Words[T], parsed: Words[T] | None = None) -> T:
        """Choose an entry and say its words; see ``choose``."""

    @abstractmethod
    def decide(self, probability: float, word: str = "") -> bool:
        """Return True if an optional part is said.

        Args:
            probability: of True when drawing; a drawn sentence has at most ``MAX_OPTIONS`` optional parts.
            word: a word that the part contains; when parsing, True is tried only if it is still to come.
        """

    @abstractmethod
    def invent(self, probability: float) -> str:
        """Say an invented word with a probability and return it; return "" otherwise."""

    @abstractmethod
    def avoid(self, is_odd: bool) -> None:
        """Give up a drawn sentence that is odd though grammatical; a parsed one is accepted."""

    @abstractmethod
    def limit_options(self, n_options: int) -> None:
        """Let a drawn sentence have at most so many optional parts from here on."""

    def relate(self, relation: Relation, dependent: int | None, head: int | None) -> None:
        """Note a relation of two words by their indices; None for a part that is more than one word."""
        if dependent is not None and head is not None:
            self.relations.append(Related(relation, dependent, head))

    def require(self, is_grammatical: bool) -> None:
        """Give up a sentence that is not in the language."""
        if not is_grammatical:
            raise DeadEnd

    @property
    def here(self) -> int:
        """The index of the next word."""
        return len(self.words)


Rule = Callable[[Derivation], T]
