"""Laws of the table of positions."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model.lab.positions import similarity, wavelength
from model.transformer.layers import sinusoidal_positions
from tests.model.lab.numbers import close


@settings(max_examples=40)
@given(st.integers(1, 200), st.integers(1, 130))
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
    similarities = similarity(sinusoidal_positions(40, 32), is_cosine=is_cosine)
    for distance in range(40):
        diagonal = torch.diagonal(similarities, distance)
        close(diagonal, diagonal[0].expand_as(diagonal), 1e-4)
    close(torch.diagonal(similarities), np.full(40, 1.0 if is_cosine else 16.0), 1e-4)
    close(similarities, similarities.T, 1e-5)


def test_a_vector_of_zeros_has_no_cosine() -> None:
    similarities = similarity(sinusoidal_positions(3, 1), is_cosine=True)
    assert torch.isnan(similarities[0]).all()
    assert torch.isfinite(similarities[1:, 1:]).all()


def test_wavelengths_are_those_of_the_paper() -> None:
    assert wavelength(0, 64) == wavelength(1, 64) == pytest.approx(2 * math.pi)
    assert wavelength(63, 64) == pytest.approx(2 * math.pi * 10_000 ** (62 / 64))
