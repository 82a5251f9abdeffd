"""Invented words: names and nouns that each occur in one sentence, so that a model can only copy them."""

import random

from model.corpus.lexicon.categories import Gender
from model.corpus.lexicon.entries import Noun
from model.corpus.lexicon.known_words import ENGLISH_WORDS, FRENCH_WORDS

_ONSETS = ("b", "d", "f", "g", "k", "l", "m", "p", "r", "s", "t", "v", "z", "", "", "", "", "", "")
_CODAS = ("", "l", "n", "r", "s")
_MIDDLES = ("b", "d", "f", "g", "k", "m", "p", "t", "v", "z")
_ENDS = ("k", "m", "x", "z")
_RUDE = ("bit", "dik", "fag", "fuk", "kak", "kon", "kul", "kun", "nik", "pip", "put", "sek", "sex", "zob")  # as sounds


def invent_word(random: random.Random) -> str:
    """Return a word of two syllables, such as "talek", without a rude sound and in neither language."""
    while True:
        first = random.choice(_ONSETS) + random.choice("aeiou") + random.choice(_CODAS)
        word = first + random.choice(_MIDDLES) + random.choice("aeiou") + random.choice(_ENDS)
        if word not in ENGLISH_WORDS and word not in FRENCH_WORDS and not any(sound in word for sound in _RUDE):
            return word


def is_invented(word: str) -> bool:
    """Return True if ``word`` is no known English word, and of lower-case letters, as "jean-luc" and "o'brien" are."""
    letters = word.replace("-", "").replace("'", "")
    return word not in ENGLISH_WORDS and letters.isalpha() and letters.islower()


def invented_noun(word: str) -> Noun:
    """Return a masculine, singular, animate noun, the same in both languages."""
    return Noun((word, ""), (word, ""), Gender.MASCULINE, frozenset({"animal"}))
