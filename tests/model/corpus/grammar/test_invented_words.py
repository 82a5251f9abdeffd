"""Tests of invented words."""

import random

from hypothesis import given
from hypothesis import strategies as st

from model.corpus.grammar.invented_words import invent_word, is_invented
from model.corpus.lexicon.known_words import ENGLISH_WORDS, FRENCH_WORDS


@given(st.integers(0, 2**32))
def test_invented_words_are_in_neither_language(seed: int) -> None:
    word = invent_word(random.Random(seed))
    assert is_invented(word)
    assert word not in ENGLISH_WORDS | FRENCH_WORDS
