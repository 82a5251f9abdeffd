"""Fused projections equal separate ones in both layouts."""

from dataclasses import replace

import pytest
import torch

from model.lab import attention_examples
from model.lab.fused_projection import Layout, compute_fused, fuse_weights, project_fused
from model.transformer.attention import split_heads
from tests.model.lab.numbers import close, draw


@pytest.mark.parametrize("layout", list(Layout))
@pytest.mark.parametrize("n_heads", [1, 2, 4])
def test_fused_projections_equal_separate_ones(layout: Layout, n_heads: int) -> None:
    x, weights = draw(2, 5, 8), [draw(8, 8, seed=seed) for seed in (1, 2, 3)]
    parts = project_fused(x, fuse_weights(*weights, n_heads, layout), n_heads, layout)
    for part, weight in zip(parts, weights, strict=True):
        close(part, split_heads(x @ weight, n_heads), 1e-12)


def test_the_two_layouts_are_the_same_columns_in_another_order() -> None:
    weights = [draw(4, 4, seed=seed) for seed in (1, 2, 3)]
    blocks, interleaved = (fuse_weights(*weights, 2, layout) for layout in Layout)
    assert not torch.equal(blocks, interleaved)
    assert sorted(blocks.T.tolist()) == sorted(interleaved.T.tolist())


def test_a_weight_read_as_the_other_layout_gives_wrong_projections() -> None:
    inputs = attention_examples.PROJECTED
    right = compute_fused(inputs, 2, Layout.INTERLEAVED)
    misread = compute_fused(inputs, 2, Layout.INTERLEAVED, read_as=Layout.BLOCKS)
    assert torch.equal(right.weight, misread.weight)
    assert right.difference == 0
    assert misread.difference > 0
    assert torch.equal(misread.keys[0], right.values[0]), "columns are Q1 K1, V1 Q2, K2 V2"
    assert compute_fused(inputs, 1, Layout.INTERLEAVED, read_as=Layout.BLOCKS).difference == 0


@pytest.mark.parametrize("other", ["X_k", "X_v"])
def test_queries_keys_and_values_of_two_inputs_have_no_fused_weight(other: str) -> None:
    matrices = attention_examples.PROJECTED.matrices
    inputs = replace(attention_examples.PROJECTED, matrices={**matrices, other: 2 * matrices["X"]})
    with pytest.raises(ValueError, match="one X"):
        compute_fused(inputs, 2, Layout.BLOCKS)
