"""Counts of aligned words, for one map and for many, between words and between subwords."""

import numpy as np

from model.corpus import Pair
from model.inference.word_alignment import count_aligned_words, count_linked_words

WORDS = (("a", "b"), ("c", "d", "e"))
PAIR = Pair(*WORDS, frozenset({(0, 0), (1, 1), (0, 1)}))
MAP = np.array([[0.9, 0.1], [0.2, 0.8], [0.5, 0.5]], np.float32)


def test_words_with_a_peak_on_a_linked_word_are_counted() -> None:
    assert count_aligned_words(MAP, *WORDS, PAIR) == 2
    assert count_aligned_words(MAP[:, ::-1], *WORDS, PAIR) == 1


def test_every_map_of_a_stack_is_counted_alone() -> None:
    stack = np.stack([[MAP, MAP[:, ::-1]], [MAP[:, ::-1], MAP]])
    np.testing.assert_array_equal(count_aligned_words(stack, *WORDS, PAIR), [[2, 1], [1, 2]])


def test_subwords_count_as_their_word() -> None:
    pieces = np.repeat(MAP, 2, axis=1) / 2
    assert count_aligned_words(pieces, ("a", "‧x", "b", "‧y"), WORDS[1], PAIR) == 2


def test_a_word_with_two_links_is_linked_once() -> None:
    assert count_linked_words(PAIR) == 2
