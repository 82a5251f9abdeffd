"""Laws of layer norm and batch norm."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from model.lab.normalization import EPS, EXAMPLE, batch_norm, layer_norm, random_rows
from tests.model.lab.numbers import close

MATRICES = arrays(np.float64, st.tuples(st.integers(2, 6), st.integers(1, 6)), elements=st.floats(-1e6, 1e6))


def test_the_reference_numbers_of_the_norms() -> None:
    close(layer_norm(EXAMPLE["X"]).result, [[-1, 1], [-1, 1]], 1e-4)
    close(batch_norm(EXAMPLE["X"]).result, [[-1, -1], [1, 1]], 1e-4)


@settings(max_examples=60)
@given(MATRICES)
def test_norms_are_their_definition(x: np.ndarray) -> None:
    for axis, norm in ((1, layer_norm), (0, batch_norm)):
        mean, variance, result = norm(x)
        own_mean = x.sum(axis=axis, keepdims=True) / x.shape[axis]
        own_variance = ((x - own_mean) ** 2).sum(axis=axis, keepdims=True) / x.shape[axis]
        np.testing.assert_allclose(mean, own_mean.squeeze(axis), rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(variance, own_variance.squeeze(axis), rtol=1e-6, atol=1e-6)
        close(result, (x - own_mean) / np.sqrt(own_variance + EPS), 1e-5)


def test_layer_norm_of_a_row_leaves_other_rows_alone_and_batch_norm_does_not() -> None:
    x = random_rows(0, 4, 3)["X"]
    other = x.copy()
    other[1, 0] += 1
    rows = [0, 2, 3]
    np.testing.assert_array_equal(layer_norm(x).result[rows], layer_norm(other).result[rows])
    assert (batch_norm(x).result[rows, 0] != batch_norm(other).result[rows, 0]).all()


@pytest.mark.parametrize("x", [np.full((3, 4), 7.0), np.zeros((2, 1)), np.full((2, 2), 1e38), np.eye(64) * 1e38])
def test_any_numbers_are_normalized(x: np.ndarray) -> None:
    assert np.isfinite(layer_norm(x).result).all()
    assert np.isfinite(batch_norm(x).result).all()


def test_batch_norm_of_one_row_is_refused() -> None:
    with pytest.raises(ValueError, match="two rows"):
        batch_norm(np.array([[1.0, 2.0]]))
    close(layer_norm(np.array([[1.0, 2.0]])).result, [[-1, 1]], 1e-4)
