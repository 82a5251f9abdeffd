"""The most reordered word is the last of those that step back farthest in the source."""

from model.analysis.reordering import find_reordered_word
from model.corpus import Pair


def pair(*links: tuple[int, int]) -> Pair:
    return Pair(("source",) * 6, ("target",) * 6, frozenset(links))


def test_a_sentence_in_the_same_order_has_none() -> None:
    assert find_reordered_word(pair((0, 0), (1, 1), (2, 2))) is None
    assert find_reordered_word(pair()) is None


def test_the_word_that_steps_back_farthest_is_found() -> None:
    assert find_reordered_word(pair((0, 0), (2, 1), (1, 2), (5, 3), (3, 4), (4, 5))) == 4


def test_the_last_of_several_is_found() -> None:
    assert find_reordered_word(pair((1, 0), (0, 1), (2, 2), (4, 3), (3, 4))) == 4


def test_the_last_source_word_of_a_target_word_counts() -> None:
    assert find_reordered_word(pair((3, 0), (0, 1), (3, 1))) is None


def test_a_word_steps_back_from_the_last_source_word_of_all_before_it() -> None:
    assert find_reordered_word(pair((3, 0), (1, 1), (1, 2))) == 2
