"""Laws of the building blocks: positions, feed-forward, residual, norms."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given as over
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from model.lab.feed_forward import EXAMPLE, around, checked_network, moved, random_network, transform
from model.lab.matrix_files import from_file, to_csv, to_npz
from model.lab.normalization import EPS, batch_norm, checked_rows, layer_norm, random_rows
from model.lab.normalization import EXAMPLE as NORMS
from model.lab.positions import similarity, wavelength
from model.transformer.config import Norm
from model.transformer.layers import sinusoidal_positions

MATRICES = arrays(np.float64, st.tuples(st.integers(2, 6), st.integers(1, 6)), elements=st.floats(-1e6, 1e6))


def close(ours: object, expected: object, tolerance: float = 1e-9) -> None:
    np.testing.assert_allclose(np.asarray(ours), np.asarray(expected), rtol=0, atol=tolerance)


def test_the_reference_numbers_of_the_norms() -> None:
    close(layer_norm(NORMS["X"]).result, [[-1, 1], [-1, 1]], 1e-4)
    close(batch_norm(NORMS["X"]).result, [[-1, -1], [1, 1]], 1e-4)


@settings(max_examples=60, deadline=None)
@over(MATRICES)
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
def test_any_numbers_are_normalised(x: np.ndarray) -> None:
    assert np.isfinite(layer_norm(x).result).all()
    assert np.isfinite(batch_norm(x).result).all()


def test_batch_norm_of_one_row_says_why_not() -> None:
    with pytest.raises(ValueError, match="two rows"):
        batch_norm(np.array([[1.0, 2.0]]))
    close(layer_norm(np.array([[1.0, 2.0]])).result, [[-1, 1]], 1e-4)


def test_feed_forward_is_its_definition_at_every_position() -> None:
    m = random_network(3, 5, 4)
    stages = transform(m)
    expanded = m["X"] @ m["W_1"] + m["b_1"]
    close(stages.expanded, expanded)
    close(stages.activated, np.maximum(0, expanded))
    close(stages.output, np.maximum(0, expanded) @ m["W_2"] + m["b_2"])
    for row in range(5):
        alone = transform({**m, "X": m["X"][row : row + 1]}).output
        close(alone[0], stages.output[row])


def test_only_the_row_that_is_changed_changes() -> None:
    difference = moved(random_network(3, 5, 4), row=2, by=1.0)
    assert (difference[[0, 1, 3, 4]] == 0).all()
    assert (difference[2] != 0).any()


@pytest.mark.parametrize("extra", [{}, {"gain": np.array([[2.0, 1, 1, 0.5]]), "shift": np.array([[0.0, 1, 0, 0]])}])
def test_residuals_normalise_before_or_after(extra: dict[str, np.ndarray]) -> None:
    m = EXAMPLE | extra
    gain, shift = m.get("gain", 1.0), m.get("shift", 0.0)

    def norm(x: np.ndarray) -> np.ndarray:
        return layer_norm(x).result * gain + shift

    def network(x: np.ndarray) -> np.ndarray:
        return transform({**m, "X": x}).output

    pre, post = around(m, Norm.PRE), around(m, Norm.POST)
    close(pre.normed, norm(m["X"]))
    close(pre.changed, network(norm(m["X"])))
    close(pre.output, m["X"] + network(norm(m["X"])))
    close(pre.summed, pre.output)
    close(post.changed, network(m["X"]))
    close(post.summed, m["X"] + network(m["X"]))
    close(post.output, norm(m["X"] + network(m["X"])))
    close(post.normed, post.output)


@settings(max_examples=40, deadline=None)
@over(st.integers(1, 200), st.integers(1, 130))
def test_positions_are_sines_and_cosines(length: int, width: int) -> None:
    table = sinusoidal_positions(length, width)
    assert table.shape == (length, width)
    assert table.abs().max() <= 1
    position, dimension = length - 1, width - 1
    angle = position / 10_000 ** (dimension // 2 * 2 / width)
    expected = math.cos(angle) if dimension % 2 else math.sin(angle)
    assert float(table[position, dimension]) == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("is_cosine", [False, True])
def test_similarity_depends_on_the_distance_alone(is_cosine: bool) -> None:
    alike = similarity(sinusoidal_positions(40, 32), is_cosine=is_cosine)
    for distance in range(40):
        diagonal = torch.diagonal(alike, distance)
        close(diagonal, diagonal[0].expand_as(diagonal), 1e-4)
    close(torch.diagonal(alike), np.full(40, 1.0 if is_cosine else 16.0), 1e-4)
    close(alike, alike.T, 1e-5)


def test_a_vector_of_zeros_has_no_cosine() -> None:
    alike = similarity(sinusoidal_positions(3, 1), is_cosine=True)
    assert torch.isnan(alike[0]).all()
    assert torch.isfinite(alike[1:, 1:]).all()


def test_waves_are_as_long_as_they_are_said_to_be() -> None:
    assert wavelength(0, 64) == wavelength(1, 64) == pytest.approx(2 * math.pi)
    assert wavelength(63, 64) == pytest.approx(2 * math.pi * 10_000 ** (62 / 64))


@pytest.mark.parametrize(("name", "make"), [("a.csv", to_csv), ("a.npz", to_npz)])
def test_networks_come_back_from_files(name: str, make) -> None:
    wide = random_network(0, 40, 64)  # 128 wide inside, as the translator's own
    for matrices, check in ((EXAMPLE, checked_network), (wide, checked_network), (NORMS, checked_rows)):
        back = from_file(name, make(matrices), check)
        assert all(np.array_equal(back[key], matrix) for key, matrix in matrices.items())


BAD = {
    "missing": ({"X": [[1]]}, "W_1, b_1, W_2, b_2 are missing"),
    "strange": (EXAMPLE | {"Q": [[1]]}, "Q cannot be used"),
    "narrow": (EXAMPLE | {"X": [[1, 2]]}, "W_1 needs one row"),
    "inside": (EXAMPLE | {"W_2": np.ones((3, 4))}, "W_2 needs one row"),
    "out": (EXAMPLE | {"W_2": np.ones((6, 3))}, "as many columns as X"),
    "bias": (EXAMPLE | {"b_1": [[1, 2]]}, "b_1 is one row of 6"),
    "nan": (EXAMPLE | {"b_2": [[0, math.nan, 0, 0]]}, "b_2, row 1, column 2"),
    "wide": (EXAMPLE | {"X": np.ones((1, 129))}, "up to 128"),
}


@pytest.mark.parametrize(("matrices", "message"), BAD.values(), ids=BAD)
def test_what_does_not_fit_is_told(matrices: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        checked_network(matrices)
