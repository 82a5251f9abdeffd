"""Tests of the heatmap of signed numbers."""

import numpy as np

from figures.signed_heatmap import signed_heatmap


def test_rows_are_counted_from_0_downwards_and_columns_from_the_first() -> None:
    figure = signed_heatmap(np.zeros((2, 3)), column="dimension", limit=1.0, first_column=5)
    cells = figure.data[0]
    assert (cells.x0, cells.dx, cells.y0, cells.dy) == (5, 1, 0, 1)
    assert list(figure.layout.xaxis.range) == [4.5, 7.5]
    assert list(figure.layout.yaxis.range) == [1.5, -0.5], "row 0 is on top"


def test_numbers_that_are_not_finite_stay_blank() -> None:
    cells = signed_heatmap(np.array([[1.0, np.nan], [np.inf, -2.0]]), column="", limit=2.0).data[0]
    np.testing.assert_array_equal(cells.z, [[1.0, np.nan], [np.nan, -2.0]])
    assert (cells.zmin, cells.zmax) == (-2.0, 2.0)
