"""Whole numbers that a visitor types in a list, or that the browser reports."""

from typing import Any

import pytest

from ui.widgets.whole_numbers import parse_numbers, read_whole_number


@pytest.mark.parametrize(("value", "number"), [(3, 3), ("12", 12), (0, 0), ("9999", 9999)])
def test_whole_numbers_are_read(value: Any, number: int) -> None:
    assert read_whole_number(value) == number


@pytest.mark.parametrize("value", [None, "", "abc", -1, 10_000, "10000", "1" * 5000, 1e400, 1.5, [1], {}, "٣", "1\n"])
def test_anything_else_is_no_number(value: Any) -> None:
    assert read_whole_number(value) is None


def test_spaces_commas_and_semicolons_separate() -> None:
    assert parse_numbers(" 1, 2;9   17,") == (1, 2, 9, 17)


@pytest.mark.parametrize("text", ["", " , ", "1 x", "-1", "1.5", "10000", "٣"])
def test_anything_else_is_no_list(text: str) -> None:
    with pytest.raises(ValueError, match="no list"):
        parse_numbers(text)
