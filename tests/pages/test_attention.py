"""The Attention page without a browser: any link opens it, and costs are measured on request."""

import pytest

from tests.apptest.fixtures import Open
from tests.apptest.matrices import cell_texts
from tests.apptest.reading import html
from ui.attention.number_sources import HAND
from ui.widgets.number_picker import TRANSLATOR


@pytest.mark.parametrize("value", ["", "99", "-1", "abc", "NaN", "1e9", "<b>", "9" * 400], ids=lambda text: text[:9])
def test_a_nonsense_link_is_corrected(attention_page: Open, value: str) -> None:
    names = ("numbers", "view", "mask", "softmax", "scale", "dropout", "row", "column", "head", "n_heads", "edits")
    others = ("seed", "length", "empty_row", "lengths")  # of views that are not shown
    app = attention_page(**dict.fromkeys((*names, *others), value))
    assert app.query_params.keys() <= set(others)


def test_measuring_is_bounded_and_shown(attention_page: Open) -> None:
    app = attention_page(view="Linear attention")
    app.button("measure").click().run()
    assert not app.exception
    assert any("tokens: " in caption.value for caption in app.caption)


def test_unnormalized_linear_attention_of_the_hand_example_is_shown(attention_page: Open) -> None:
    app = attention_page(view="Linear attention", numbers=HAND)
    assert cell_texts(app, "raw")[0] == ["3496", "4991", "1840", "4752"]


def test_the_length_from_which_linear_attention_needs_fewer_operations_is_told(attention_page: Open) -> None:
    """Of n tokens with keys and values of 4 numbers, softmax takes 11 n² operations, linear attention 52 n."""
    assert "linear needs fewer from 5 tokens on" in html(attention_page(view="Linear attention", numbers=HAND))


def test_linear_attention_says_for_how_many_heads_its_numbers_were_made(attention_page: Open) -> None:
    assert "these numbers were made for 2 heads" in html(attention_page(view="Linear attention"))
    assert "computed as one head" not in html(attention_page(view="Linear attention", numbers=HAND))


def test_linear_attention_of_the_decoder_is_said_to_have_no_mask(attention_page: Open) -> None:
    query = {"view": "Linear attention", "numbers": TRANSLATOR, "sentence": "the cats sleep "}
    assert "computed without the mask" in html(attention_page(kind="decoder", **query))
    assert "computed without the mask" not in html(attention_page(kind="encoder", **query))
