"""The alignment error rate is that of Och and Ney."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.analysis.alignment_error_rate import rate_links


def test_the_error_rate_by_hand() -> None:
    predicted, gold = [frozenset({(0, 0), (1, 1)}), frozenset({(0, 0)})], [frozenset({(0, 0), (2, 1)}), frozenset()]
    assert rate_links(predicted, gold) == pytest.approx(1 - 2 * 1 / (3 + 2))


@given(st.lists(st.frozensets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1), min_size=1, max_size=4))
def test_the_error_rate_is_symmetric_and_bounded(links: Sequence[frozenset[tuple[int, int]]]) -> None:
    others = links[::-1]
    rate = rate_links(links, others)
    assert 0 <= rate <= 1
    assert rate == rate_links(others, links)
    assert rate_links(links, links) == 0
