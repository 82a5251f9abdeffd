"""The view "Feed-forward" of the Building blocks page."""

import pytest

from tests.apptest.reading import html
from tests.pages.blocks.conftest import Page
from tests.pages.blocks.views import NETWORK, pictures
from ui.widgets import number_picker


@pytest.mark.parametrize(("width", "n_hidden"), [("16", 0), ("17", 2)])
def test_weights_that_are_too_large_to_draw_are_told(page: Page, width: str, n_hidden: int) -> None:
    app = page(NETWORK, source=number_picker.RANDOM, width=width)
    assert ("W_1" in pictures(app)) == (n_hidden == 0)
    assert html(app).count("too large to draw, but listed under Edit") == n_hidden
    assert ("; W₁, 17 × 34, and b₁ are" in html(app)) == (n_hidden == 2)


@pytest.mark.parametrize(("length", "has_others"), [("1", False), ("2", True)])
def test_other_rows_are_mentioned_where_there_are_some(page: Page, length: str, *, has_others: bool) -> None:
    app = page(NETWORK, source=number_picker.RANDOM, length=length)
    assert any("every other row by 0" in caption.value for caption in app.caption) == has_others
