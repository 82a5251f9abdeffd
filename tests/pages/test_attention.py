"""The Attention page without a browser: any link opens it, and costs are measured on request."""

import pytest

from tests.apptest.fixtures import Open


@pytest.mark.parametrize("value", ["", "99", "-1", "abc", "NaN", "1e9", "<b>", "9" * 400], ids=lambda text: text[:9])
def test_a_nonsense_link_is_corrected(attention_page: Open, value: str) -> None:
    names = (
        "numbers",
        "view",
        "mask",
        "softmax",
        "scale",
        "dropout",
        "row",
        "column",
        "head",
        "n_heads",
        "seed",
        "length",
        "empty_row",
        "lengths",
        "edits",
    )
    attention_page(**dict.fromkeys(names, value))


def test_measuring_is_bounded_and_shown(attention_page: Open) -> None:
    app = attention_page(view="Linear attention")
    app.button("measure").click().run()
    assert not app.exception
    assert any("tokens: " in caption.value for caption in app.caption)
