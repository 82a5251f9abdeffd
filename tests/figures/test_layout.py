"""Tests of labels."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from figures.layout import MAX_LABEL, axis_labels, escape_markup, thin_labels


@pytest.mark.parametrize("token", ["<b>x</b>", "<a href='javascript:x'>", "$x$", "&amp;", "<bos>"])
def test_labels_are_shown_literally(token: str) -> None:
    assert not set("<>$") & set(escape_markup(token))
    assert not set("<>$") & set(axis_labels([token])[0])


def test_long_labels_end_in_an_ellipsis() -> None:
    (label,) = axis_labels(["x" * 300])
    assert len(label) == MAX_LABEL
    assert label.endswith("…")


@given(st.integers(1, 300), st.floats(100, 900), st.integers(0, 299))
def test_labels_of_rows_do_not_overlap(n_rows: int, height: float, kept: int) -> None:
    kept = min(kept, n_rows - 1)
    rows, font = thin_labels(n_rows, height, kept)
    assert kept in rows
    assert 0 <= rows[0] <= rows[-1] < n_rows
    assert 8 <= font <= max(8, rows.step * height / n_rows)
    assert rows.step == 1 or (rows.step - 1) * height / n_rows < 8, "no label is left out without need"
