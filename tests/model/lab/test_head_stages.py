"""Laws of attention computed openly: softmax, masks, permutations."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model.lab.head_stages import compute_stages
from model.lab.masks import valid_allowed, without_row
from model.transformer.masks import causal_allowed
from tests.model.lab.numbers import close, draw

NINE = torch.arange(1.0, 10.0).reshape(3, 3)


def test_softmax_along_rows_and_columns() -> None:
    identity = torch.eye(3)
    rows = compute_stages(NINE, identity, identity, is_scaled=False).weights
    columns = compute_stages(NINE, identity, identity, is_scaled=False, over_columns=True).weights
    close(rows, [[0.0900, 0.2447, 0.6652]] * 3, 5e-5)
    close(columns, np.array([[0.0024, 0.0473, 0.9503]] * 3).T, 5e-5)


def test_valid_lengths_per_sequence_of_a_batch() -> None:
    values = torch.arange(40.0).reshape(1, 10, 4).expand(2, 10, 4)
    allowed = valid_allowed(torch.tensor([2, 6]), 10)
    mixed = compute_stages(draw(2, 1, 2).float(), torch.ones(2, 10, 2), values, allowed).mixed
    close(mixed[:, 0], [[2, 3, 4, 5], [10, 11, 12, 13]], 5e-5)


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 10_000), st.booleans())
@settings(max_examples=40)
def test_weights_sum_to_one_under_any_mask(n_queries: int, n_keys: int, seed: int, over_columns: bool) -> None:
    allowed = draw(n_queries, n_keys, seed=seed) > 0
    stages = compute_stages(
        draw(n_queries, 3, seed=seed),
        draw(n_keys, 3, seed=seed + 1),
        draw(n_keys, 2, seed=2),
        allowed,
        over_columns=over_columns,
    )
    dim = -2 if over_columns else -1
    close(stages.weights.sum(dim=dim), allowed.any(dim=dim).double(), 1e-9)
    assert not stages.weights[~allowed].any()


def test_a_fully_masked_row_is_zeros() -> None:
    stages = compute_stages(draw(3, 2), draw(4, 2), draw(4, 2), without_row(3, 4, 1))
    assert not stages.weights[1].any()
    assert not stages.mixed[1].any()
    assert stages.mixed.isfinite().all()


def test_causal_rows_ignore_the_future_bit_for_bit() -> None:
    queries, keys, values = draw(5, 4), draw(5, 4, seed=1), draw(5, 4, seed=2)
    before = compute_stages(queries, keys, values, causal_allowed(5))
    later_keys, later_values = keys.clone(), values.clone()
    later_keys[3:] = 7.0
    later_values[3:] = -9.0
    after = compute_stages(queries, later_keys, later_values, causal_allowed(5))
    assert torch.equal(before.weights[:3], after.weights[:3])
    assert torch.equal(before.mixed[:3], after.mixed[:3])


def test_without_a_mask_permuted_tokens_permute_the_map() -> None:
    x, order = draw(4, 3), torch.tensor([2, 0, 3, 1])
    weights, permuted = compute_stages(x, x, x).weights, compute_stages(x[order], x[order], x[order]).weights
    close(permuted, weights[order][:, order], 1e-12)


def test_a_float_mask_is_refused() -> None:
    with pytest.raises(TypeError, match="boolean"):
        compute_stages(NINE, NINE, NINE, torch.ones(3, 3))
