"""Lists of whole numbers that a visitor types."""

import pytest

from ui.widgets.number_list import parse_numbers


def test_spaces_commas_and_semicolons_separate() -> None:
    assert parse_numbers(" 1, 2;9   17,") == (1, 2, 9, 17)


@pytest.mark.parametrize("text", ["", " , ", "1 x", "-1", "1.5", "10000", "٣"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no list"):
        parse_numbers(text)
