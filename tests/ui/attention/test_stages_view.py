"""The matrices of one attention follow from each other, and the sum behind a weight fits its line."""

import numpy as np
import pytest

from model.lab.attention_stages import Mask
from tests.apptest.fixtures import Open
from tests.apptest.matrices import cell_texts, pictures
from ui.attention.number_sources import HAND, LENGTHS, PROJECTED, SIZES
from ui.widgets.number_picker import RANDOM, TRANSLATOR


def test_a_sum_too_long_for_its_line_is_abbreviated(attention_page: Open) -> None:
    sums = [
        next(each.value for each in attention_page(numbers=name).markdown if "aligned" in each.value)
        for name in (HAND, PROJECTED, SIZES, RANDOM)
    ]
    assert [r"\sum_i" in each for each in sums] == [False, False, True, True]


@pytest.mark.parametrize("head", [1, 2])
def test_small_weights_stand_beside_what_they_make(attention_page: Open, head: int) -> None:
    app = attention_page(numbers=PROJECTED, n_heads="2", head=str(head))
    x, *made = (np.array(cell_texts(app, name), object) for name in ("X", "W_q", "Q", "W_k", "K", "W_v", "V"))
    x, *made = (np.char.replace(each.astype(str), "−", "-").astype(float) for each in (x, *made))
    for weight, product in zip(made[::2], made[1::2], strict=True):
        assert np.array_equal(x @ weight, product)
    joined, weight, output = (
        np.char.replace(np.array(cell_texts(app, name)), "−", "-").astype(float) for name in ("joined", "W_o", "output")
    )
    assert np.allclose(joined @ weight, output, atol=0.03)
    assert not {"W_q", "W_o"} & pictures(attention_page(numbers=TRANSLATOR)).keys(), "large weights are not shown"


def test_mixed_values_are_weighted_after_dropout(attention_page: Open) -> None:
    app = attention_page(numbers=PROJECTED, dropout="50", n_heads="1")
    dropped, values, mixed = (np.array(cell_texts(app, name), float) for name in ("dropped", "V", "mixed"))
    assert (dropped == 0).any()
    assert np.allclose(dropped @ values, mixed, atol=0.03)


def test_the_reference_numbers_are_on_the_page(attention_page: Open) -> None:
    app = attention_page(numbers=LENGTHS, mask=Mask.LENGTHS.value, lengths="2, 6")
    assert cell_texts(app, "mixed") == [["2", "3", "4", "5"], ["10", "11", "12", "13"]]
