"""Derivations: a grammar rule runs once to draw a sentence at random, or repeatedly to parse one.

A rule is a function of a derivation. It makes its choices in the order of the English words, says each word, and returns
the meaning. A ``Speaker`` answers each choice at random, so that the rule draws a sentence. A ``Listener`` knows the
words and answers with the first choice that leads to them, so that the same rule parses the sentence.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Generic, TypeVar

from model.corpus.grammar.invented_words import invent_word, is_invented

T = TypeVar("T")


MAX_OPTIONS = 2  # optional parts of a drawn sentence: adjectives, possessors, adjuncts, coordinations


class DeadEnd(Exception):  # noqa: N818 (control flow, not an error)
    """The choices made so far lead to no sentence."""


class _PrefixEnd(Exception):  # noqa: N818
    """A rule asked for a word beyond the end of a prefix."""


class Words(Generic[T]):
    """Entries with the English words that each says; an entry that says nothing has no words.

    Attributes:
        entries: entry and words; an entry listed twice is drawn twice as often.
    """

    def __init__(self, entries: Iterable[tuple[T, tuple[str, ...]]]) -> None:
        self.entries = tuple(entries)
        self._by_first_word: dict[str, list[tuple[T, tuple[str, ...]]]] = {}
        for entry, words in dict.fromkeys(self.entries):
            self._by_first_word.setdefault(words[0] if words else "", []).append((entry, words))

    def starting_with(self, word: str) -> list[tuple[T, tuple[str, ...]]]:
        """Return the entries whose first word is ``word``, then those that say nothing."""
        return self._by_first_word.get(word, []) + self._by_first_word.get("", [])


class Derivation(ABC):
    """The choices of one sentence and the English words said so far."""

    words: list[str]

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

    def require(self, is_grammatical: bool) -> None:
        """Give up a sentence that is not in the language."""
        if not is_grammatical:
            raise DeadEnd

    @property
    def here(self) -> int:
        """The index of the next word."""
        return len(self.words)


class Speaker(Derivation):
    """A derivation that draws a sentence."""

    def __init__(self, random: Random) -> None:
        self.words = []
        self._random = random
        self._n_options = 0  # optional parts said so far

    def say(self, *words: str) -> int:  # noqa: D102 (documented above)
        self.words.extend(words)
        return len(self.words) - len(words)

    def choose(self, drawn: Sequence[T], parsed: Sequence[T] | None = None) -> T:  # noqa: D102
        if not drawn:
            raise DeadEnd
        return drawn[int(self._random.random() * len(drawn))]

    def choose_word(self, drawn: Words[T], parsed: Words[T] | None = None) -> T:  # noqa: D102
        entry, words = self.choose(drawn.entries)
        self.words.extend(words)
        return entry

    def decide(self, probability: float, word: str = "") -> bool:  # noqa: D102
        is_said = self._n_options < MAX_OPTIONS and self._random.random() < probability
        self._n_options += is_said
        return is_said

    def invent(self, probability: float) -> str:  # noqa: D102
        if self._random.random() >= probability:
            return ""
        self.words.append(word := invent_word(self._random))
        return word

    def avoid(self, is_odd: bool) -> None:  # noqa: D102
        if is_odd:
            raise DeadEnd


class Listener(Derivation):
    """A derivation that follows given words.

    Choices with several options are recorded, so that the rule can be run again with the next option.
    """

    def __init__(self, heard: Sequence[str], record: list[tuple[int, int]], *, is_prefix: bool) -> None:
        """Follow the words.

        Args:
            heard: words of the sentence.
            record: index and number of options of each choice to repeat; further choices are appended.
            is_prefix: True if the sentence may go on after the words.
        """
        self.words = []
        self._heard, self._record, self._is_prefix = heard, record, is_prefix
        self._n_choices = 0

    @property
    def is_finished(self) -> bool:
        """True if all words have been said."""
        return len(self.words) == len(self._heard)

    def say(self, *words: str) -> int:  # noqa: D102
        for word in words:
            self._check_end()
            if self._heard[len(self.words)] != word:
                raise DeadEnd
            self.words.append(word)
        return len(self.words) - len(words)

    def choose(self, drawn: Sequence[T], parsed: Sequence[T] | None = None) -> T:  # noqa: D102
        options = tuple(dict.fromkeys(drawn)) if parsed is None else parsed
        if not options:
            raise DeadEnd
        if len(options) == 1:
            return options[0]
        if self._n_choices == len(self._record):
            self._record.append((0, len(options)))
        self._n_choices += 1
        return options[self._record[self._n_choices - 1][0]]

    def choose_word(self, drawn: Words[T], parsed: Words[T] | None = None) -> T:  # noqa: D102
        options = (parsed or drawn).starting_with("" if self.is_finished else self._heard[len(self.words)])
        if self.is_finished and not options:
            self._check_end()
        entry, words = self.choose(options, options)
        self.say(*words)
        return entry

    def decide(self, probability: float, word: str = "") -> bool:  # noqa: D102
        if word and word not in self._heard[len(self.words) :] and not self._is_prefix:
            return False
        return self.choose((True, False))

    def invent(self, probability: float) -> str:  # noqa: D102
        if self.is_finished or not is_invented(self._heard[len(self.words)]):
            return ""
        self.words.append(word := self._heard[len(self.words)])
        return word

    def avoid(self, is_odd: bool) -> None:  # noqa: D102
        pass

    def _check_end(self) -> None:
        if self.is_finished:
            raise _PrefixEnd if self._is_prefix else DeadEnd


Rule = Callable[[Derivation], T]


def draw(rule: Rule[T], random: Random) -> tuple[list[str], T]:
    """Draw a sentence: its words and its meaning. Equal states of ``random`` give equal sentences."""
    while True:
        speaker = Speaker(random)
        try:
            meaning = rule(speaker)
        except DeadEnd:
            continue
        return speaker.words, meaning


def parse(rule: Rule[T], words: Sequence[str]) -> T | None:
    """Return the meaning of a sentence, or None if the rule does not derive it."""
    record: list[tuple[int, int]] = []
    while True:
        listener = Listener(words, record, is_prefix=False)
        try:
            meaning = rule(listener)
            if listener.is_finished:
                return meaning
        except DeadEnd:
            pass
        if not _advance(record):
            return None


def is_prefix(rule: Rule[T], words: Sequence[str]) -> bool:
    """Return True if the rule derives a sentence that begins with these words."""
    record: list[tuple[int, int]] = []
    while True:
        listener = Listener(words, record, is_prefix=True)
        try:
            rule(listener)
            if listener.is_finished:
                return True
        except _PrefixEnd:
            return True
        except DeadEnd:
            pass
        if not _advance(record):
            return False


def _advance(record: list[tuple[int, int]]) -> bool:
    """Change the last choice that has another option; return False if there is none."""
    while record:
        index, n_options = record.pop()
        if index + 1 < n_options:
            record.append((index + 1, n_options))
            return True
    return False
