"""Spearman's correlation by hand, with ties, and its laws."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.analysis.rank_correlation import correlate_ranks, rank_numbers

NUMBERS = st.lists(st.integers(-5, 5), min_size=2, max_size=8)


def test_equal_numbers_share_the_mean_of_their_ranks() -> None:
    np.testing.assert_array_equal(rank_numbers(np.array([3.0, 1.0, 3.0, 7.0, 3.0])), [3, 1, 3, 5, 3])


def test_a_correlation_with_ties_by_hand() -> None:
    # ranks 1, 2.5, 2.5, 4 and 1, 2, 3, 4: 4.5 / √(4.5 · 5)
    value = correlate_ranks(np.array([0.0, 1.0, 1.0, 2.0]), np.array([1.0, 2.0, 3.0, 4.0]))
    assert value == pytest.approx(4.5 / np.sqrt(4.5 * 5))


def test_differences_of_rounding_are_ties() -> None:
    np.testing.assert_array_equal(rank_numbers(np.array([10.0, 1e-7, 0.0])), [3, 1.5, 1.5])


@given(NUMBERS, st.integers(0, 2**16))
def test_laws(numbers: list[int], seed: int) -> None:
    first = np.array(numbers, dtype=float)
    second = np.random.default_rng(seed).integers(-5, 5, len(first)).astype(float)
    value = correlate_ranks(first, second)
    if value is None:
        assert len(set(first)) == 1 or len(set(second)) == 1
        return
    assert -1 <= value <= 1
    assert correlate_ranks(second, first) == pytest.approx(value)
    assert correlate_ranks(-first, second) == pytest.approx(-value)
    assert correlate_ranks(np.exp(first / 2), second) == pytest.approx(value), "only the order counts"
    assert correlate_ranks(first, first) == pytest.approx(1)
