"""Laws of linear attention: reference numbers, means of values, underflowing features."""

import math

import numpy as np
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model.lab import attention_examples
from model.lab.linear_attention import feature_map, linear_attention
from tests.model.lab.numbers import close, draw


def test_linear_attention_of_the_hand_example() -> None:
    queries, keys, values = (torch.from_numpy(attention_examples.HAND.matrices[name]) for name in "QKV")
    mixed = linear_attention(queries, keys, values, is_normalized=False).mixed
    close(mixed[0], [3496.5, 4991.0, 1839.5, 4751.5], 1e-9)


def test_features_are_exponentials_below_zero_and_lines_above() -> None:
    features = feature_map(torch.tensor([-2.0, -1.0, 0.0, 0.5, 3.0]))
    close(features, [math.exp(-2), math.exp(-1), 1, 1.5, 4], 1e-6)


def test_each_row_is_the_mean_of_equation_4() -> None:
    queries, keys, values = draw(2, 3), draw(4, 3, seed=1), draw(4, 5, seed=2)
    for query, row in zip(queries, linear_attention(queries, keys, values).mixed, strict=True):
        weights = [float(feature_map(query) @ feature_map(key)) for key in keys]
        mean = sum(weight * value for weight, value in zip(weights, values, strict=True)) / sum(weights)
        close(row, mean, 1e-12)


@given(st.integers(1, 5), st.integers(1, 7), st.integers(0, 10_000))
@settings(max_examples=30)
def test_normalized_linear_attention_is_a_mean(n_queries: int, n_keys: int, seed: int) -> None:
    queries, keys = draw(n_queries, 3, seed=seed), draw(n_keys, 3, seed=seed + 1)
    constant = torch.full((n_keys, 2), 2.5, dtype=torch.float64)
    close(linear_attention(queries, keys, constant).mixed, np.full((n_queries, 2), 2.5), 1e-9)


def test_features_that_underflow_give_zeros() -> None:
    far_below = torch.full((2, 3), -1000.0)
    assert torch.equal(linear_attention(far_below, torch.ones(4, 3), torch.ones(4, 2)).mixed, torch.zeros(2, 2))
