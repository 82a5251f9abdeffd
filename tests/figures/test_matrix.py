"""Tests of the matrix heatmap."""

import numpy as np
import pytest

from figures.matrix import matrix, matrix_size
from figures.matrix_cells import format_cells

VALUES = np.array([[1.0, -2.0, 0.5], [np.nan, 0.0, -np.inf]])


def test_colours_are_centred_at_zero() -> None:
    cells = matrix(VALUES).data[0]
    assert (cells.zmin, cells.zmax) == (-1, 1)
    np.testing.assert_allclose(cells.z, [[0.5, -1, 0.25], [np.nan, 0, np.nan]])
    assert (matrix(VALUES, is_signed=False).data[0].zmin, matrix(VALUES, is_signed=False).data[0].zmax) == (0, 1)


def test_among_many_numbers_an_outlier_leaves_the_others_their_colours() -> None:
    values = np.random.default_rng(0).normal(size=(20, 64))
    values[3, 5] = 80
    cells = matrix(values).data[0]
    assert np.abs(np.clip(cells.z, -1, 1)).mean() > 0.25
    assert cells.customdata[3][5] == 80


def test_rows_run_down_and_columns_across() -> None:
    figure = matrix(VALUES, rows=["a", "b"], columns=["x", "y", "x"])
    assert figure.layout.yaxis.range == (1.5, -0.5)
    assert list(figure.layout.xaxis.ticktext) == ["x", "y", "x"]
    assert list(figure.layout.yaxis.ticktext) == ["a", "b"]


def test_words_over_columns_are_slanted_where_they_are_wider_than_a_cell() -> None:
    short, long = ["she", "l'", "cats"], ["<bos>", "travaillent", "a"]
    level, slanted = (matrix(np.eye(3), columns=words).layout for words in (short, long))
    assert (level.xaxis.ticktext, level.xaxis.tickangle) == (tuple(short), 0)
    assert slanted.xaxis.ticktext == ("&lt;bos&gt;", "travaillent", "a"), "words are whole"
    assert slanted.xaxis.tickangle < 0
    assert slanted.margin.t > level.margin.t + 40
    for n_columns in (3, 12, 20):
        figure = matrix(np.eye(n_columns), columns=["travaillent"] * n_columns)
        size = matrix_size(n_columns, n_columns, columns=["travaillent"] * n_columns)
        assert (figure.layout.width, figure.layout.height) == size
        assert set(figure.layout.xaxis.ticktext) == {"travaillent"}
    assert matrix(np.eye(40), columns=["travaillent"] * 40).layout.xaxis.ticktext[0] == "1"


def test_words_beside_rows_are_whole_where_they_have_room() -> None:
    label = "professeurs → travaillent"
    assert matrix(np.eye(2), rows=[label] * 2, label_width=6 * len(label)).layout.yaxis.ticktext == (label, label)
    assert matrix(np.eye(2), rows=[label] * 2, label_width=78).layout.yaxis.ticktext[0].endswith("…")


def test_hover_names_row_and_column_in_full() -> None:
    rows, columns = ["<bos> → professeurs", "x" * 30], ["travaillent", "b", "c"]
    cells = matrix(VALUES, rows=rows, columns=columns).data[0]
    assert cells.hovertext[0][0] == "row &lt;bos&gt; → professeurs, column travaillent: 1"
    assert cells.hovertext[1][1] == f"row {'x' * 30}, column b: 0"
    points = matrix(VALUES, columns=columns, is_clickable=True).data[1]
    assert points.text[0] == "row 1, column travaillent: 1"
    assert points.text[3].endswith("forbidden")


def test_numbers_are_shown_where_they_fit() -> None:
    assert matrix(VALUES).data[0].texttemplate
    assert matrix(np.zeros((64, 64))).data[0].texttemplate is None


@pytest.mark.parametrize("shape", [(1, 1), (3, 4), (9, 64), (64, 64), (1, 64), (64, 1)])
def test_any_size_keeps_its_frame(shape: tuple[int, int]) -> None:
    figure = matrix(np.ones(shape), is_clickable=True)
    assert (figure.layout.width, figure.layout.height) == matrix_size(*shape)
    assert figure.layout.height <= 360
    assert len(figure.data[1].x) == shape[0] * shape[1]


def test_the_chosen_cell_is_framed() -> None:
    (frame,) = matrix(VALUES, chosen_row=1, chosen_column=2).layout.shapes
    assert (frame.x0, frame.x1, frame.y0, frame.y1) == (1.5, 2.5, 0.5, 1.5)
    assert not matrix(VALUES).layout.shapes


def test_a_wrong_number_of_names_is_refused() -> None:
    with pytest.raises(ValueError, match="does not match the names"):
        matrix(VALUES, rows=["a"])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"), (17.0, "17"), (-0.25, "−0.25"), (0.0003, "0"), (0.002, "0.002"), (338.0, "338"), (1e38, "1e38"),
        (12345, "12345"), (123456, "1e5"), (-99.96, "−100"), (9.999, "10"), (float("nan"), ""), (float("-inf"), ""),
    ],
)  # fmt: skip
def test_numbers_are_short(value: float, text: str) -> None:
    assert format_cells(np.array([[value]], float)) == [[text]]


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([1, -2, 0], ["1", "−2", "0"]), ([1, 0.5, -0.5], ["1.0", "0.5", "−0.5"]),
        ([0.1, 0.12, 1, 0], ["0.10", "0.12", "1.00", "0"]), ([0.25, 17, 338], ["0.25", "17.0", "338"]),
        ([0.002, 1, -0.0], ["0.002", "1", "0"]), ([1e-9, float("nan"), 2], ["0", "", "2"]),
        ([9.994, 9.996, 99.96], ["9.99", "10.0", "100"]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_numbers_of_a_matrix_have_as_many_decimals_as_one_of_them_needs(
    values: list[float], texts: list[str], dtype: type
) -> None:
    assert format_cells(np.array([values], dtype)) == [texts]


@pytest.mark.parametrize("n_rows", [1, 12, 40, 64])
def test_words_beside_rows_keep_clear_of_each_other(n_rows: int) -> None:
    figure = matrix(np.ones((n_rows, 16)), rows=["word"] * n_rows, label_width=78)
    assert (figure.layout.width, figure.layout.height) == matrix_size(n_rows, 16, label_width=78, has_names=True)
    assert (figure.layout.height - 24) / n_rows > figure.layout.yaxis.tickfont.size


def test_faint_shares_can_be_stretched() -> None:
    shares = np.array([[0.25, 0.0], [0.125, np.nan]])
    cells = matrix(shares, is_signed=False, is_stretched=True).data[0]
    np.testing.assert_allclose(cells.z, [[1, 0], [0.5, np.nan]])
    np.testing.assert_allclose(cells.customdata, shares)


def test_weights_above_one_after_dropout_keep_their_differences() -> None:
    shares = np.array([[2.0, 1.5], [0.5, 0.0]])
    np.testing.assert_allclose(matrix(shares, is_signed=False).data[0].z, shares / 2)


def test_longer_numbers_need_wider_cells() -> None:
    assert matrix(np.full((4, 12), -1.0)).data[0].texttemplate
    assert matrix(np.full((4, 12), -0.12)).data[0].texttemplate is None
