"""Tests of the difference heatmap: zero is neutral, each sign has a colour, blank cells stay blank."""

import numpy as np
import plotly.colors
import pytest
from hypothesis import given
from hypothesis import strategies as st

from figures.difference import difference
from figures.layout import find_color_limit
from figures.palette import DIFFERENCE_SCALE, FIRST, SECOND

VALUES = np.array([[0.3, 0.0, -0.3], [np.nan, -0.8, 0.8]], np.float32)
KEYS, QUERIES = ["the", "black", "the"], ["le", "noir"]
NEUTRAL = DIFFERENCE_SCALE[len(DIFFERENCE_SCALE) // 2][1]
HOVER = [["", "", ""], ["", "", ""]]


def draw(values=VALUES, **options):
    return difference(values, keys=KEYS, queries=QUERIES, hover=HOVER, **options)


@given(limit=st.floats(1e-3, 1))
def test_zero_has_the_neutral_colour_whatever_the_limit(limit) -> None:
    cells = draw(limit=limit).data[0]
    place = (0 - cells.zmin) / (cells.zmax - cells.zmin)
    assert [color for at, color in cells.colorscale if at == place] == [NEUTRAL]
    *red_green_blue, alpha = (float(part) for part in NEUTRAL[5:-1].split(","))
    assert len(set(red_green_blue)) == 1, "grey, neutral on light and dark pages"
    assert alpha < 0.1, "the page shines through"


def test_each_sign_has_the_colour_of_its_curve() -> None:
    cells = draw().data[0]
    assert (cells.zmin, cells.zmax) == (-1, 1)
    assert [tuple(stop) for stop in cells.colorscale][::4] == [(0.0, FIRST), (1.0, SECOND)]


def test_the_two_colours_differ_for_every_kind_of_eye() -> None:
    first, second = (plotly.colors.hex_to_rgb(color) for color in (FIRST, SECOND))
    assert second[0] - first[0] > 100 and first[2] - second[2] > 100  # noqa: PT018 (blue against orange)


def test_blanks_stay_blank_and_rows_are_queries_from_the_top() -> None:
    figure = draw()
    assert np.isnan(figure.data[0].z[1, 0])
    assert np.count_nonzero(np.isnan(figure.data[0].z)) == 1
    assert figure.data[0].hoverongaps is False
    assert list(figure.layout.yaxis.ticktext) == QUERIES
    assert figure.layout.yaxis.range == (1.5, -0.5)


def test_stretched_the_largest_difference_has_the_strongest_colour() -> None:
    assert find_color_limit(VALUES) == pytest.approx(0.8)
    assert draw(limit=find_color_limit(VALUES)).data[0].zmax == pytest.approx(0.8)


def test_saved_pictures_name_the_ends_of_the_scale() -> None:
    assert list(draw(ends=("more in A", "more in B")).data[0].meta) == ["more in A", "more in B"]


@pytest.mark.parametrize("values", [np.zeros((2, 3)), np.full((2, 3), np.nan), np.zeros((0, 0))])
def test_where_nothing_differs_there_is_still_a_scale(values) -> None:
    assert find_color_limit(values.astype(np.float32)) == 1


@pytest.mark.parametrize("limit", [0.0, -1.0, float("nan")])
def test_a_scale_without_width_is_refused(limit) -> None:
    with pytest.raises(ValueError, match="limit"):
        draw(limit=limit)


def test_labels_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="queries"):
        difference(VALUES, keys=["the"], queries=QUERIES, hover=HOVER)
