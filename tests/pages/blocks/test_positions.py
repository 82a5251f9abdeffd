"""The view "Positional encoding" of the Building blocks page."""

import json

import numpy as np
import pytest

from tests.apptest.reading import html
from tests.pages.blocks.conftest import Page
from tests.pages.blocks.views import POSITIONS, messages, pictures


def test_dimensions_1_and_2_are_a_sine_and_a_cosine_of_one_wavelength(page: Page) -> None:
    app = page(POSITIONS, positions="20", waves="1,2")
    np.testing.assert_allclose(
        json.loads(pictures(app)["waves"])[0], [np.sin(np.arange(20)), np.cos(np.arange(20))], atol=1e-6
    )
    for dimension in (1, 2):
        assert f"dimension {dimension}, wavelength 6.28 positions" in html(app)


@pytest.mark.parametrize(("length", "width"), [("1", "1"), ("1", "5"), ("128", "127"), ("128", "128"), ("3", "2")])
@pytest.mark.parametrize("similarity", ["dot product", "cosine"])
def test_positions_of_any_size_are_drawn(page: Page, length: str, width: str, similarity: str) -> None:
    app = page(POSITIONS, positions=length, d_model=width, similarity=similarity)
    assert pictures(app).keys() >= {"positions", "similarity", "waves"}


@pytest.mark.parametrize("waves", ["", "cat", "-1", "1.5", "0", "999", "1 2 3 4 5 6", "9" * 50, "<b>"])
def test_bad_waves_are_reported(page: Page, waves: str) -> None:
    app = page()
    app.text_input("waves").set_value(waves).run()
    assert not app.exception
    assert messages(app) or any("of the dimensions" in caption.value for caption in app.caption)


def test_a_number_that_is_no_dimension_is_told_the_range(page: Page) -> None:
    assert any("whole numbers from 1 to 64" in sentence for sentence in messages(page(POSITIONS, waves="12345")))
