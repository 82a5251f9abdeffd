"""Matrices with a bad number or shape are refused."""

import numpy as np
import pytest

from model.lab.matrices import check_matrix


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 2e38, -1e300, "cat", None, 10**400])
def test_a_bad_number_is_named(value: object) -> None:
    with pytest.raises(ValueError, match=r"^Q"):
        check_matrix("Q", [[1.0, value]])


@pytest.mark.parametrize("rows", [[1, "x"], [[1], None], [1, [2]], {}, ["12", [3, 4]]])
def test_what_is_no_list_of_rows_is_refused(rows: object) -> None:
    with pytest.raises(ValueError, match=r"^Q"):
        check_matrix("Q", rows)


@pytest.mark.parametrize("rows", [[], [[]], [1.0, 2.0], 3, np.zeros((65, 1)), np.zeros((1, 65)), [[1], [2, 3]]])
def test_a_bad_shape_is_named(rows: object) -> None:
    with pytest.raises(ValueError, match=r"^Q"):
        check_matrix("Q", rows)
