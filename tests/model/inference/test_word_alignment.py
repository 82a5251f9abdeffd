"""Counts of aligned words, for one map and for many, between words and between subwords."""

import numpy as np

from model.corpus import Pair
from model.inference.word_alignment import count_aligned_words, count_linked_words, link_words

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


def test_in_both_directions_a_word_goes_to_the_one_that_looks_at_it_most() -> None:
    both_at_b = np.array([[0.45, 0.55], [0.1, 0.9]], np.float32)  # shares of "b": 38 % and 62 %, of "a": 82 % and 18 %
    words = (("a", "b"), ("c", "d"))
    np.testing.assert_array_equal(link_words(both_at_b, *words), [1, 1])
    np.testing.assert_array_equal(link_words(both_at_b, *words, is_mutual=True), [0, 1])
    np.testing.assert_array_equal(link_words(np.stack([both_at_b, MAP[:2]]), *words, is_mutual=True), [[0, 1], [0, 1]])


def test_in_both_directions_a_single_word_goes_where_it_looks() -> None:
    for row in ([0.2, 0.3, 0.5], [0.0, 1.0, 0.0]):
        weights = np.array([row], np.float32)
        source, target = ("a", "b", "c"), ("d",)
        assert link_words(weights, source, target, is_mutual=True) == np.argmax(row)


def test_a_word_with_two_links_is_linked_once() -> None:
    assert count_linked_words(PAIR) == 2
