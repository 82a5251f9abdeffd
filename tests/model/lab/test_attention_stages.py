"""Laws of one attention taken apart: reference numbers, masks, dropout, projections, linear attention."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given as over
from hypothesis import settings
from hypothesis import strategies as st
from torch import Tensor

from model.lab import attention_examples
from model.lab.attention_stages import Mask, Switches, cell, chain
from model.lab.dropout import dropped
from model.lab.linear_attention import linear_attention, linear_operations, softmax_operations
from model.lab.projections import Layout, fused, joined, project_fused, split
from model.transformer.attention import attend, masked_softmax
from model.transformer.masks import causal_allowed, valid_allowed, without_row

NINE = torch.arange(1.0, 10.0).reshape(3, 3)


def draw(*shape: int, seed: int = 0) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def close(ours: Tensor, expected: object, tolerance: float = 5e-5) -> None:
    np.testing.assert_allclose(ours.numpy(), np.asarray(expected), rtol=0, atol=tolerance)


def test_softmax_along_rows_and_columns() -> None:
    close(masked_softmax(NINE), [[0.0900, 0.2447, 0.6652]] * 3)
    close(masked_softmax(NINE, dim=-2), np.array([[0.0024, 0.0473, 0.9503]] * 3).T)


def test_the_hand_example() -> None:
    one = chain(attention_examples.HAND, Switches())
    close(one.output[0], [12.9990, 31.9896, 4.0017, 13.0044])


def test_linear_attention_of_the_hand_example() -> None:
    queries, keys, values = (torch.from_numpy(attention_examples.HAND.matrices[name]) for name in "QKV")
    close(linear_attention(queries, keys, values, is_normalised=False).mixed[0], [3496.5, 4991.0, 1839.5, 4751.5], 1e-9)


def test_valid_lengths_per_sequence_of_a_batch() -> None:
    values = torch.arange(40.0).reshape(1, 10, 4).expand(2, 10, 4)
    allowed = valid_allowed(torch.tensor([2, 6]), 10)
    mixed = attend(draw(2, 1, 2).float(), torch.ones(2, 10, 2), values, allowed).mixed
    close(mixed[:, 0], [[2, 3, 4, 5], [10, 11, 12, 13]])


def test_valid_lengths_per_query() -> None:
    close(
        chain(attention_examples.LENGTHS, Switches(mask=Mask.LENGTHS, lengths=(2, 6))).output,
        [[2, 3, 4, 5], [10, 11, 12, 13]],
    )
    allowed = valid_allowed(torch.tensor([[1, 3], [0, 2]]), 3)
    assert allowed.sum(dim=-1).tolist() == [[1, 3], [0, 2]]


@pytest.mark.parametrize("lengths", [[-1], [4]])
def test_impossible_lengths_are_named(lengths: list[int]) -> None:
    with pytest.raises(ValueError, match="between 0 and 3"):
        valid_allowed(torch.tensor(lengths), 3)


@over(st.integers(1, 6), st.integers(1, 6), st.integers(0, 10_000), st.booleans())
@settings(max_examples=40, deadline=None)
def test_what_softmax_shares_out_sums_to_one_under_any_mask(
    n_queries: int, n_keys: int, seed: int, over_columns: bool
) -> None:
    allowed = draw(n_queries, n_keys, seed=seed) > 0
    dim = -2 if over_columns else -1
    stages = attend(
        draw(n_queries, 3, seed=seed), draw(n_keys, 3, seed=seed + 1), draw(n_keys, 2, seed=2), allowed, dim=dim
    )
    close(stages.weights.sum(dim=dim), allowed.any(dim=dim).numpy().astype(float), 1e-9)
    assert not stages.weights[~allowed].any()


def test_a_fully_masked_row_is_zeros() -> None:
    stages = attend(draw(3, 2), draw(4, 2), draw(4, 2), without_row(3, 4, 1))
    assert not stages.weights[1].any()
    assert not stages.mixed[1].any()
    assert stages.mixed.isfinite().all()


def test_causal_rows_ignore_the_future_bit_for_bit() -> None:
    queries, keys, values = draw(5, 4), draw(5, 4, seed=1), draw(5, 4, seed=2)
    before = attend(queries, keys, values, causal_allowed(5))
    later_keys, later_values = keys.clone(), values.clone()
    later_keys[3:] = 7.0
    later_values[3:] = -9.0
    after = attend(queries, later_keys, later_values, causal_allowed(5))
    assert torch.equal(before.weights[:3], after.weights[:3])
    assert torch.equal(before.mixed[:3], after.mixed[:3])


def test_without_a_mask_permuted_tokens_permute_the_map() -> None:
    x, order = draw(4, 3), torch.tensor([2, 0, 3, 1])
    weights, permuted = attend(x, x, x).weights, attend(x[order], x[order], x[order]).weights
    close(permuted, weights[order][:, order].numpy(), 1e-12)


def test_a_float_mask_is_refused() -> None:
    with pytest.raises(TypeError, match="boolean"):
        attend(NINE, NINE, NINE, torch.ones(3, 3))


@pytest.mark.parametrize("layout", list(Layout))
@pytest.mark.parametrize("n_heads", [1, 2, 4])
def test_fused_projections_equal_separate_ones(layout: Layout, n_heads: int) -> None:
    x, weights = draw(2, 5, 8), [draw(8, 8, seed=seed) for seed in (1, 2, 3)]
    parts = project_fused(x, fused(*weights, n_heads, layout), n_heads, layout)
    for part, weight in zip(parts, weights, strict=True):
        close(part, split(x @ weight, n_heads).numpy(), 1e-12)


def test_the_two_layouts_are_the_same_columns_in_another_order() -> None:
    weights = [draw(4, 4, seed=seed) for seed in (1, 2, 3)]
    blocks, interleaved = (fused(*weights, 2, layout) for layout in Layout)
    assert not torch.equal(blocks, interleaved)
    assert sorted(blocks.T.tolist()) == sorted(interleaved.T.tolist())


def test_joining_undoes_splitting() -> None:
    x = draw(2, 3, 8)
    assert torch.equal(joined(split(x, 4)), x)
    with pytest.raises(ValueError, match="8 does not divide into 3"):
        split(x, 3)


def test_sizes_of_queries_keys_and_values_may_differ() -> None:
    one = chain(attention_examples.random_sizes(3), Switches(n_heads=2))
    assert one.output.shape == (3, 5)
    assert one.stages.weights.shape == (2, 3, 4)


def test_dropout_keeps_the_expectation() -> None:
    weights = masked_softmax(NINE)
    mean = torch.stack([dropped(weights, 0.4, seed) for seed in range(4000)]).mean(dim=0)
    close(mean, weights.numpy(), 0.03)
    once = dropped(weights, 0.4, 1)
    assert torch.equal(once, dropped(weights, 0.4, 1))
    close(once[once > 0], (weights / 0.6)[once > 0].numpy(), 1e-6)
    with pytest.raises(ValueError, match="got 1"):
        dropped(weights, 1.0, 0)


@over(st.integers(1, 5), st.integers(1, 7), st.integers(0, 10_000))
@settings(max_examples=30, deadline=None)
def test_normalised_linear_attention_is_a_mean(n_queries: int, n_keys: int, seed: int) -> None:
    queries, keys = draw(n_queries, 3, seed=seed), draw(n_keys, 3, seed=seed + 1)
    constant = torch.full((n_keys, 2), 2.5, dtype=torch.float64)
    close(linear_attention(queries, keys, constant).mixed, np.full((n_queries, 2), 2.5), 1e-9)


def test_linear_attention_grows_with_the_length_and_softmax_with_its_square() -> None:
    assert linear_operations(2000, 2000, 16, 16) == 10 * linear_operations(200, 200, 16, 16)
    assert softmax_operations(2000, 2000, 16, 16) == 100 * softmax_operations(200, 200, 16, 16)


@pytest.mark.parametrize(
    "switches",
    [
        Switches(), Switches(mask=Mask.CAUSAL), Switches(is_scaled=False), Switches(over_columns=True),
        Switches(dropout=0.5), Switches(mask=Mask.EMPTY_ROW, empty_row=1), Switches(n_heads=2),
    ],
)  # fmt: skip
def test_an_opened_cell_adds_up(switches: Switches) -> None:
    one = chain(attention_examples.PROJECTED, switches)
    for head in range(switches.n_heads):
        for row in range(3):
            cells = [cell(one, head, row, column) for column in range(3)]
            close(sum(each.contribution for each in cells), one.stages.mixed[head, row].numpy(), 1e-12)
            for each in cells:
                assert float(each.terms.sum()) == pytest.approx(each.score)
                assert each.scaled == pytest.approx(each.score / each.divisor)
                share = each.exponential / each.total if each.total else 0.0
                assert each.weight == pytest.approx(share, abs=1e-12)


def test_one_head_and_several_share_their_projections() -> None:
    one, two = (chain(attention_examples.PROJECTED, Switches(n_heads=n)) for n in (1, 2))
    assert torch.equal(joined(one.queries), joined(two.queries))
    assert not torch.allclose(one.output, two.output)


def test_lengths_that_do_not_fit_are_named() -> None:
    with pytest.raises(ValueError, match="3, one for each; these are 2"):
        chain(attention_examples.HAND, replace(Switches(), mask=Mask.LENGTHS, lengths=(1, 2)))


def test_features_that_vanish_share_out_nothing() -> None:
    far_below = torch.full((2, 3), -1000.0)
    assert torch.equal(linear_attention(far_below, torch.ones(4, 3), torch.ones(4, 2)).mixed, torch.zeros(2, 2))
