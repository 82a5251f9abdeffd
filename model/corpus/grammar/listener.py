"""The derivation that parses a sentence: it tries the choices of a rule, in order, until they lead to the words."""

from collections.abc import Sequence
from typing import NoReturn, TypeVar

from model.corpus.grammar.derivation import DeadEnd, Derivation, Rule, Words
from model.corpus.grammar.invented_words import is_invented

T = TypeVar("T")


class _Continued(Exception):  # noqa: N818
    """A rule asked for a word beyond the end of a beginning."""


class Listener(Derivation):
    """A derivation that follows given words.

    Choices with several options are recorded, so that the rule can be run again with the next option.
    """

    def __init__(self, heard: Sequence[str], record: list[tuple[int, int]], typing: str | None = None) -> None:
        """Follow the words.

        Args:
            heard: finished words of the sentence.
            record: index and number of options of each choice to repeat; further choices are appended.
            typing: letters that begin the word after them, perhaps none; None if the sentence ends with ``heard``.
        """
        self.words, self.relations = [], []
        self._heard, self._record = heard, record
        self._typing, self._is_beginning = typing or "", typing is not None
        self._n_choices = 0

    @property
    def is_finished(self) -> bool:
        """True if all words have been said."""
        return len(self.words) == len(self._heard) + bool(self._typing)

    def say(self, *words: str) -> int:
        for word in words:
            place = len(self.words)
            if self.is_finished:
                self._end()
            if word != self._heard[place] if place < len(self._heard) else not word.startswith(self._typing):
                raise DeadEnd
            self.words.append(word)
        return len(self.words) - len(words)

    def choose(self, drawn: Sequence[T], parsed: Sequence[T] | None = None) -> T:
        options = tuple(dict.fromkeys(drawn)) if parsed is None else parsed
        if not options:
            raise DeadEnd
        if len(options) == 1:
            return options[0]
        if self._n_choices == len(self._record):
            self._record.append((0, len(options)))
        self._n_choices += 1
        return options[self._record[self._n_choices - 1][0]]

    def choose_word(self, drawn: Words[T], parsed: Words[T] | None = None) -> T:
        place, words = len(self.words), parsed or drawn
        if place < len(self._heard):
            options = words.starting_with(self._heard[place])
        elif self._typing and not self.is_finished:
            options = words.beginning_with(self._typing)
        else:
            options = words.starting_with("") or self._end()
        entry, said = self.choose(options, options)
        self.say(*said)
        return entry

    def decide(self, probability: float, word: str = "") -> bool:
        if word and word not in self._heard[len(self.words) :] and not self._is_beginning:
            return False
        return self.choose((True, False))

    def invent(self, probability: float) -> str:
        place = len(self.words)
        if place >= len(self._heard) or not is_invented(self._heard[place]):
            return ""
        self.words.append(self._heard[place])
        return self._heard[place]

    def limit_options(self, n_options: int) -> None:
        pass

    def avoid(self, is_odd: bool) -> None:
        pass

    def _end(self) -> NoReturn:
        raise _Continued if self._is_beginning else DeadEnd


def parse(rule: Rule[T], words: Sequence[str]) -> T | None:
    """Return the meaning of a sentence, or None if the rule does not derive it."""
    record: list[tuple[int, int]] = []
    while True:
        listener = Listener(words, record)
        try:
            meaning = rule(listener)
            if listener.is_finished:
                return meaning
        except DeadEnd:
            pass
        if not _advance(record):
            return None


def is_beginning(rule: Rule[T], words: Sequence[str], typing: str) -> bool:
    """Return True if the rule derives a sentence of these words, a word that begins as typed, and perhaps more."""
    record: list[tuple[int, int]] = []
    while True:
        listener = Listener(words, record, typing)
        try:
            rule(listener)
            if listener.is_finished:
                return True
        except _Continued:
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
