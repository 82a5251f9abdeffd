"""Long texts are shortened, others are not."""

import pytest

from ui.widgets.abbreviation import shorten


@pytest.mark.parametrize(("text", "shown"), [("", ""), ("cat", "cat"), ("cats", "cat…")])
def test_only_a_longer_text_is_cut(text: str, shown: str) -> None:
    assert shorten(text, 3) == shown
