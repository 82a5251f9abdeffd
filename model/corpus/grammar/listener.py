"""The derivation that parses a sentence: it tries the choices of a rule, in order, until they lead to the words."""

from collections.abc import Sequence
from typing import TypeVar

from model.corpus.grammar.derivation import DeadEnd, Derivation, Rule, Words
from model.corpus.grammar.invented_words import is_invented

T = TypeVar("T")


class _PrefixEnd(Exception):  # noqa: N818
    """A rule asked for a word beyond the end of a prefix."""


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

    def limit_options(self, n_options: int) -> None:  # noqa: D102
        pass

    def avoid(self, is_odd: bool) -> None:  # noqa: D102
        pass

    def _check_end(self) -> None:
        if self.is_finished:
            raise _PrefixEnd if self._is_prefix else DeadEnd


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
