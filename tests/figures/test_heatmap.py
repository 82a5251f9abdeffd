"""Tests of the heatmap of one head."""

from html import unescape

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from figures.heatmap import HEIGHT, fit_label_width, heatmap, heatmap_height, is_long
from figures.hover_texts import axis_titles, weight_texts
from figures.layout import find_color_limit
from model.transformer.kind import Kind

WEIGHTS = np.array([[0.7, 0.2, 0.1], [0.0, 0.5, 0.5]], np.float32)
KEYS, QUERIES = ["the", "black", "the"], ["le", "noir"]
HOVER = weight_texts(Kind.CROSS, WEIGHTS, KEYS, QUERIES)


def draw(**options):
    return heatmap(WEIGHTS, keys=KEYS, queries=QUERIES, hover=HOVER, **options)


def test_rows_are_queries_from_the_top_and_columns_are_keys() -> None:
    figure = draw()
    np.testing.assert_array_equal(figure.data[0].z, WEIGHTS)
    assert list(figure.layout.yaxis.ticktext) == QUERIES
    assert list(figure.layout.xaxis.ticktext) == KEYS
    assert figure.layout.yaxis.range == (1.5, -0.5)


def test_repeated_words_stay_separate_columns() -> None:
    axis = draw().layout.xaxis
    assert list(axis.tickvals) == [0, 1, 2]
    assert len(draw().data[0].z[0]) == 3


def test_colour_runs_from_0_to_1_unless_stretched() -> None:
    assert (draw().data[0].zmin, draw().data[0].zmax) == (0, 1)
    assert draw(brightest=find_color_limit(WEIGHTS)).data[0].zmax == pytest.approx(0.7)


def test_saved_pictures_tell_the_ends_of_the_scale() -> None:
    assert list(draw().data[0].meta) == ["0\u202f%", "100\u202f%"]
    assert list(draw(brightest=0.7).data[0].meta) == ["0\u202f%", "70\u202f%"]


def test_weights_are_written_into_their_cells_in_percent_on_demand() -> None:
    assert draw().data[0].texttemplate is None
    weights = np.array([[0.004, 0.996, 0.0], [0.834, 0.166, np.nan]], np.float32)
    cells = heatmap(weights, keys=KEYS, queries=QUERIES, hover=HOVER, has_numbers=True).data[0]
    assert cells.text == (["", "99", ""], ["83", "17", ""])
    assert cells.texttemplate == "%{text}"
    assert cells.hovertext == tuple(HOVER)


def test_the_number_of_a_cell_is_that_of_its_hover_text() -> None:
    weights = np.array([[0.0, 0.004, 0.007, 0.125, 0.5], [0.99, 0.994, 0.996, 0.99999, 1.0]], np.float32)
    cells = heatmap(weights, keys=list("abcde"), queries=list("xy"), has_numbers=True).data[0]
    assert cells.text == (["", "", "1", "12", "50"], ["99", "99", "99", "99", "100"])
    for texts, row in zip(cells.hovertext, cells.text, strict=True):
        for hover, number in zip(texts, row, strict=True):
            share = unescape(hover).replace("\u202f", " ").partition("looks ")[2].partition(" at")[0]
            assert share in ({f"{number} %", "> 99 %" if number == "99" else ""} if number else {"0 %", "< 1 %"})


def test_the_current_row_is_framed() -> None:
    (frame,) = draw(current_row=1).layout.shapes
    assert (frame.x0, frame.x1, frame.y0, frame.y1) == (-0.5, 2.5, 0.5, 1.5)
    assert not draw().layout.shapes


def test_gold_links_are_marked_column_by_row() -> None:
    marks = draw(gold=[(1, 2), (0, 0)]).data[1]
    assert list(zip(marks.y, marks.x, strict=True)) == [(0, 0), (1, 2)]
    assert len(draw().data) == 1


def test_dots_stand_above_and_beside_the_numbers_of_their_cells() -> None:
    (marks,) = draw(gold=[(1, 2), (0, 0)], has_numbers=True).data[1:]
    for x, y, (row, column) in zip(marks.x, marks.y, [(0, 0), (1, 2)], strict=True):
        assert column + 0.25 < x < column + 0.5
        assert row - 0.5 < y < row - 0.25, "rows run down"


def test_row_labels_have_room_in_steps_and_within_limits() -> None:
    widths = [fit_label_width(["le", "x" * n], 100, 180) for n in range(40)]
    assert sorted(set(widths)) == [100, 140, 180]
    assert widths == sorted(widths)
    for n, width in enumerate(widths):
        figure = heatmap(np.ones((1, 1), np.float32), keys=["a"], queries=["x" * n], label_width=width)
        assert figure.layout.yaxis.ticktext == ("x" * n,) or width == 180
    assert fit_label_width([], 100, 180) == 100


@pytest.mark.parametrize(("weights", "expected"), [([[0.25, np.nan]], 0.25), ([[np.nan, np.nan]], 1), ([[0, 0]], 1)])
def test_the_largest_weight_shown(weights: list[list[float]], expected: float) -> None:
    assert find_color_limit(np.array(weights, np.float32)) == expected


def test_a_wrong_number_of_labels_is_refused() -> None:
    with pytest.raises(ValueError, match=r"2 queries and 3 keys.*\['le'\]"):
        heatmap(WEIGHTS, keys=KEYS, queries=["le"], hover=HOVER)


@given(st.integers(1, 30), st.integers(1, 30))
@settings(max_examples=25)
def test_any_size_fits_the_same_frame(n_queries: int, n_keys: int) -> None:
    weights = np.full((n_queries, n_keys), 1 / n_keys, np.float32)
    keys, queries = ["k"] * n_keys, ["q"] * n_queries
    figure = heatmap(weights, keys=keys, queries=queries, hover=weight_texts(Kind.CROSS, weights, keys, queries))
    assert figure.layout.height == HEIGHT
    assert len(figure.layout.xaxis.tickvals) == n_keys


@pytest.mark.parametrize("n_queries", [1, 20, 41, 57, 90])
def test_labels_of_many_rows_do_not_overlap(n_queries: int) -> None:
    queries = [str(number) for number in range(n_queries)]
    weights = np.ones((n_queries, 1), np.float32)
    hover = weight_texts(Kind.CROSS, weights, ["k"], queries)
    chosen = n_queries - 1
    axis = heatmap(weights, keys=["k"], queries=queries, hover=hover, current_row=chosen).layout.yaxis
    assert [str(place) for place in axis.tickvals] == list(axis.ticktext)
    assert chosen in axis.tickvals
    assert len(axis.tickvals) == n_queries or n_queries > 41
    step = axis.tickvals[1] - axis.tickvals[0] if n_queries > 1 else 1
    assert axis.tickfont.size <= step * (HEIGHT - 72) / n_queries


def test_the_corner_has_the_titles_of_rows_and_columns() -> None:
    assert not draw().layout.annotations
    (corner,) = draw(axes=axis_titles(Kind.CROSS)).layout.annotations
    assert corner.text == "looks at →<br>generating ↓"
    assert (corner.x, corner.y, corner.xanchor, corner.yanchor) == (0, 1, "right", "bottom")
    assert [axis_titles(Kind.ENCODER), axis_titles(Kind.DECODER, "predicting")] == [
        ("reading", "looks at"),
        ("predicting", "looks at"),
    ]


def test_the_figure_is_as_tall_as_its_labels_need() -> None:
    assert [heatmap_height(n) for n in (0, 1, 18)] == [HEIGHT] * 3
    assert heatmap_height(40) == 72 + 40 * 18
    assert [heatmap_height(7, n) for n in (30, 56)] == [HEIGHT, 72 + 56 * 8], "a few rows under many columns"


def test_a_cell_says_its_tokens_and_weight_by_default() -> None:
    figure = heatmap(WEIGHTS, keys=KEYS, queries=QUERIES)
    assert figure.data[0].hovertext[0][1] == "from <b>le</b>, the model looks 20\u202f% at <b>black</b>"


def draw_long(**options):
    keys, queries = [f"k{number}" for number in range(40)], [f"q{number}" for number in range(50)]
    return heatmap(np.full((50, 40), 1 / 40, np.float32), keys=keys, queries=queries, is_zoomable=True, **options)


def test_only_a_long_map_is_zoomed_by_a_drag() -> None:
    long, short = draw_long().layout, draw(is_zoomable=True).layout
    assert (long.dragmode, long.xaxis.fixedrange, long.yaxis.fixedrange) == ("zoom", None, None)
    assert (short.dragmode, short.xaxis.fixedrange, short.yaxis.fixedrange) == (None, True, True)


def test_a_map_is_long_in_either_direction() -> None:
    assert is_long(31, 2)
    assert is_long(2, 31)
    assert not is_long(30, 30)


def test_a_zoomable_map_knows_the_labels_of_all_positions() -> None:
    layout = draw_long().layout
    assert layout.xaxis.labelalias == {str(number): f"k{number}" for number in range(40)}
    assert layout.yaxis.labelalias == {str(number): f"q{number}" for number in range(50)}
    assert (layout.xaxis.range, layout.yaxis.range) == ((-0.5, 39.5), (49.5, -0.5))


def test_a_zoomed_map_shows_its_window() -> None:
    layout = draw_long(window=((1.5, 4.5), (2.5, 9.5))).layout
    assert (layout.xaxis.range, layout.yaxis.range) == ((1.5, 4.5), (9.5, 2.5))
    assert draw(is_zoomable=True, window=((0.5, 1.5), (0.5, 1.5))).layout.xaxis.range == (-0.5, 2.5)


def test_the_last_column_name_moves_nothing() -> None:
    margins = [heatmap(WEIGHTS[:1, :2], keys=["a", "x" * n], queries=["b"]).layout.margin.r for n in (1, 7, 8, 12)]
    assert margins == [45] * 4
