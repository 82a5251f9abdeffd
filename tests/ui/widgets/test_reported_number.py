"""Whole numbers that the browser reports."""

from typing import Any

import pytest

from ui.widgets.reported_number import read_reported_number


@pytest.mark.parametrize(("value", "number"), [(3, 3), ("12", 12), (0, 0), ("9999", 9999)])
def test_whole_numbers_are_read(value: Any, number: int) -> None:
    assert read_reported_number(value) == number


@pytest.mark.parametrize("value", [None, "", "abc", -1, 10_000, "10000", "1" * 5000, 1e400, 1.5, [1], {}, "٣", "1\n"])
def test_anything_else_is_no_number(value: Any) -> None:
    assert read_reported_number(value) is None
