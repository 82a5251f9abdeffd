"""Several heads are compared with one over the same numbers."""

import numpy as np
import pytest

from model.lab import attention_examples
from tests.apptest.fixtures import Open
from tests.apptest.matrices import cell_texts, pictures
from tests.apptest.reading import html
from ui.attention.number_sources import HAND, NINE, PROJECTED, SIZES
from ui.widgets.number_picker import RANDOM, TRANSLATOR

HEADS = "Multi-head vs single-head"


@pytest.mark.parametrize("source", [PROJECTED, HAND, NINE, SIZES, RANDOM, TRANSLATOR])
def test_several_heads_differ_from_one(attention_page: Open, source: str) -> None:
    app = attention_page(view=HEADS, numbers=source)
    n_heads = int(app.selectbox("n_heads").value)
    assert n_heads > 1
    shown = pictures(app)
    assert {f"own_weights_{head}" for head in range(n_heads)} | {"own_joined", "baseline_joined"} <= shown.keys()
    assert shown["own_joined"] != shown["baseline_joined"]
    assert shown["own_weights_0"] != shown["baseline_weights_0"]


def test_the_joined_values_are_those_of_the_heads(attention_page: Open) -> None:
    app = attention_page(view=HEADS)
    weights = [np.array(cell_texts(app, f"own_weights_{head}"), float) for head in range(2)]
    values = np.array(attention_examples.PROJECTED.matrices["X"]) @ attention_examples.PROJECTED.matrices["W_v"]
    joined = np.concatenate((weights[0] @ values[:, :2], weights[1] @ values[:, 2:]), axis=1)
    assert np.allclose(joined, np.array(cell_texts(app, "own_joined"), float), atol=0.06)


def test_with_dropout_the_joined_values_are_those_of_the_weights_shown(attention_page: Open) -> None:
    app = attention_page(view=HEADS, dropout="50")
    weights = [np.array(cell_texts(app, f"own_weights_{head}"), float) for head in range(2)]
    values = np.array(attention_examples.PROJECTED.matrices["X"]) @ attention_examples.PROJECTED.matrices["W_v"]
    joined = np.concatenate((weights[0] @ values[:, :2], weights[1] @ values[:, 2:]), axis=1)
    assert np.allclose(joined, np.array(cell_texts(app, "own_joined"), float), atol=0.06)
    assert any("after dropout" in each.value for each in app.caption)


def test_of_many_heads_the_chosen_one_is_compared(attention_page: Open) -> None:
    app = attention_page(view=HEADS, numbers=TRANSLATOR, n_heads="8", head="7")
    assert "own_weights_6" in pictures(app)
    assert "own_weights_0" not in pictures(app)


def test_numbers_without_a_division_are_named(attention_page: Open) -> None:
    app = attention_page(view=HEADS, numbers=RANDOM, width="1")
    assert "cannot be divided" in html(app)
    assert "own_joined" in pictures(app)


def test_the_baseline_keeps_the_mask_of_the_model(attention_page: Open) -> None:
    assert "with the model&#x27;s own mask" in html(attention_page(view=HEADS, numbers=TRANSLATOR, kind="decoder"))
    assert "without mask" in html(attention_page(view=HEADS))
