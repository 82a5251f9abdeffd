"""The derivation that draws a sentence at random."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from model.corpus.grammar.derivation import DeadEnd, Derivation, Rule, Words
from model.corpus.grammar.invented_words import invent_word

T = TypeVar("T")

MAX_OPTIONS = 2  # optional parts of a sentence: adjectives, possessors, adjuncts, coordinations


class Speaker(Derivation):
    """A derivation that draws a sentence."""

    def __init__(self, random: Random) -> None:
        self.words, self.relations = [], []
        self._random = random
        self._options_left = MAX_OPTIONS

    def say(self, *words: str) -> int:
        self.words.extend(words)
        return len(self.words) - len(words)

    def choose(self, drawn: Sequence[T], parsed: Sequence[T] | None = None) -> T:
        if not drawn:
            raise DeadEnd
        return drawn[int(self._random.random() * len(drawn))]

    def choose_word(self, drawn: Words[T], parsed: Words[T] | None = None) -> T:
        entry, words = self.choose(drawn.entries)
        self.words.extend(words)
        return entry

    def decide(self, probability: float, word: str = "") -> bool:
        is_said = self._options_left > 0 and self._random.random() < probability
        self._options_left -= is_said
        return is_said

    def invent(self, probability: float) -> str:
        if self._random.random() >= probability:
            return ""
        self.words.append(word := invent_word(self._random))
        return word

    def limit_options(self, n_options: int) -> None:
        self._options_left = min(self._options_left, n_options)

    def avoid(self, is_odd: bool) -> None:
        if is_odd:
            raise DeadEnd


def draw(rule: Rule[T], random: Random) -> tuple[list[str], T]:
    """Draw a sentence: its words and its meaning. Equal states of ``random`` give equal sentences."""
    while True:
        speaker = Speaker(random)
        try:
            meaning = rule(speaker)
        except DeadEnd:
            continue
        return speaker.words, meaning
