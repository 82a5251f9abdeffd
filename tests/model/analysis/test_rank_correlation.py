"""Spearman's correlation: by hand, with ties, and its laws."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.analysis.rank_correlation import correlate_ranks


def test_one_example_by_hand() -> None:
    # Ranks 1 2 3 4 and 1 3 2 4: 1 - 6 (0 + 1 + 1 + 0) / (4 · 15)
    assert correlate_ranks(np.array([1.0, 2, 5, 9]), np.array([0.0, 3, 2, 8])) == pytest.approx(0.8)


def test_ties_share_their_average_rank() -> None:
    # Ranks 1 2.5 2.5 4 and 1 2 3 4: Pearson's 4.5 / sqrt(4.5 · 5)
    assert correlate_ranks(np.array([0.0, 1, 1, 2]), np.array([0.0, 1, 2, 3])) == pytest.approx(4.5 / np.sqrt(22.5))


@pytest.mark.parametrize("constant", [[], [1.0], [2.0, 2.0, 2.0]])
def test_without_an_order_there_is_no_correlation(constant: list[float]) -> None:
    values = np.array(constant)
    assert correlate_ranks(values, np.arange(len(values), dtype=float)) is None
    assert correlate_ranks(np.arange(len(values), dtype=float), values) is None


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=12, unique=True), st.integers(0, 9))
def test_only_the_order_counts(values: list[int], seed: int) -> None:
    x = np.array(values, dtype=float)
    assert correlate_ranks(x, x**3) == pytest.approx(1)
    assert correlate_ranks(x, -x) == pytest.approx(-1)
    y = np.random.default_rng(seed).permutation(x)
    correlation = correlate_ranks(x, y)
    assert correlation is not None
    assert correlation == pytest.approx(correlate_ranks(y, x))
    assert correlation == pytest.approx(correlate_ranks(np.arctan(x), y + 7))
