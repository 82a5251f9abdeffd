"""Tokens that are pieces of words: joined to text, and their attention and links carried between words and pieces."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.data.word_boundaries import expand_links, find_word_starts, join_pieces, merge_to_words


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        (["the", "cat"], "the cat"),
        (["At", "‧ten", "‧tion", "‧!"], "Attention!"),
        (["▁", "‧🦊", "is", "▁", "‧é", "‧té"], "🦊 is été"),
        (["‧ing", "up"], "ing up"),
        (["caf<0xC3>", "‧<0xA9>", "<0xF0><0x9F>", "‧<0xA6><0x8A>", "‧<0xC3>"], "café 🦊<0xC3>"),
        (["<0xC3>", "<0xA9>", "‧<0xA9>", "‧<0xED><0xA0><0x80>"], "<0xC3> <0xA9><0xA9><0xED><0xA0><0x80>"),
        ([], ""),
    ],
)
def test_pieces_are_joined_to_words(tokens: list[str], text: str) -> None:
    assert join_pieces(tokens) == text


def test_attention_between_words_is_the_mean_over_rows_and_the_sum_over_columns() -> None:
    source, target = ["a", "b", "‧c", "d"], ["x", "‧y", "z"]
    attention = np.array(
        [
            [0.4, 0.3, 0.3, 0.0],
            [0.4, 0.2, 0.3, 0.1],
            [0.1, 0.2, 0.0, 0.7],
        ]
    )
    # Token for token the first row peaks at "a"; word for word at "b‧c".
    words = merge_to_words(attention, find_word_starts(source), find_word_starts(target))
    np.testing.assert_allclose(words, [[0.4, 0.55, 0.05], [0.1, 0.2, 0.7]])
    assert words.argmax(axis=1).tolist() == [1, 2]
    np.testing.assert_allclose(words.sum(axis=1), 1.0)


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 99))
def test_where_every_token_is_a_word_attention_is_untouched(n_source: int, n_target: int, seed: int) -> None:
    attention = np.random.default_rng(seed).random((n_target, n_source), dtype=np.float32)
    words = merge_to_words(attention, range(n_source), range(n_target))
    assert words.dtype == np.float32
    assert np.array_equal(words, attention)


def test_links_join_all_pieces_of_both_words() -> None:
    source, target = ["At", "‧ten", "‧tion", "is"], ["l'", "‧attention", "est"]
    assert expand_links({(0, 0), (1, 1)}, source, target) == {
        *((i, j) for i in (0, 1, 2) for j in (0, 1)),
        (3, 2),
    }
