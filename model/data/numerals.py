"""Numerals: digits are read as the word of their number, "2" as "two"."""

from model.corpus.lexicon.tables import NUMBERS

_WORDS = {"1": "one"} | {str(number): english for number, (english, _) in enumerate(NUMBERS, start=2)}


def spell_numeral(word: str) -> str:
    """Return the English word of a number from 1 to 20 in digits; any other word as it is."""
    return _WORDS.get(word, word)
