"""Tests of axis labels."""

import pytest

from figures.layout import MAX_LABEL, axis_labels, escape_markup


@pytest.mark.parametrize("token", ["<b>x</b>", "<a href='javascript:x'>", "$x$", "&amp;", "<bos>"])
def test_labels_are_shown_literally(token: str) -> None:
    assert not set("<>$") & set(escape_markup(token))
    assert not set("<>$") & set(axis_labels([token])[0])


def test_long_labels_end_in_an_ellipsis() -> None:
    (label,) = axis_labels(["x" * 300])
    assert len(label) == MAX_LABEL
    assert label.endswith("…")
