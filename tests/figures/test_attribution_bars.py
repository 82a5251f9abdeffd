"""Tests of the bars of several attribution methods."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from figures.attribution_bars import attribution_bars, bars_height
from figures.palette import FIRST, SECOND

NUMBERS = st.floats(-5, 5, allow_subnormal=False)


@given(st.integers(1, 12).flatmap(lambda n: arrays(float, (3, n), elements=NUMBERS)))
def test_every_bar_is_inside_its_row_and_coloured_by_its_sign(values: np.ndarray) -> None:
    names = ["one", "two", "three"]
    tokens = ["the"] * values.shape[1]
    figure = attribution_bars(dict(zip(names, values, strict=True)), tokens=tokens, notes={})
    domains = []
    for row, (bars, each) in enumerate(zip(figure.data[::2], values, strict=True)):
        axis = figure.layout[f"yaxis{row + 1 if row else ''}"]
        np.testing.assert_array_equal(bars.y, each)
        np.testing.assert_array_equal(bars.x, np.arange(len(tokens)))
        assert axis.range[0] <= min(0, each.min())
        assert axis.range[1] >= each.max()
        assert list(bars.marker.color) == [SECOND if value < 0 else FIRST for value in each]
        domains.append(axis.domain)
    assert all(above[0] > below[1] for above, below in pairwise(domains)), "rows overlap"
    assert all(0 <= low < high <= 1 for low, high in domains)


def test_repeated_words_have_bars_of_their_own() -> None:
    figure = attribution_bars({"one": np.array([1.0, 2.0, 3.0])}, tokens=["the", "cat", "the"], notes={"one": "a note"})
    assert list(figure.layout.xaxis.ticktext) == ["the", "cat", "the"]
    assert list(figure.layout.xaxis.tickvals) == [0, 1, 2]
    assert "a note" in figure.data[1].text[0]
    assert figure.layout.height == bars_height(1, 3)


def test_markup_in_tokens_and_notes_is_shown_as_typed() -> None:
    figure = attribution_bars({"one": np.zeros(1)}, tokens=["<b>"], notes={"one": "<i>"})
    assert figure.layout.xaxis.ticktext[0] == "&lt;b&gt;"
    assert "&lt;i&gt;" in figure.data[1].text[0]
    assert figure.data[0].customdata[0] == "&lt;b&gt;"


def test_a_method_without_a_number_for_each_token_is_refused() -> None:
    with pytest.raises(ValueError, match="one has 2 numbers for 1 tokens: cat"):
        attribution_bars({"one": np.zeros(2)}, tokens=["cat"], notes={})
