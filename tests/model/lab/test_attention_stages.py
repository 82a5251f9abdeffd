"""Laws of one attention: reference numbers, valid lengths, sizes, heads, dropout."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from model.lab import attention_examples
from model.lab.attention_stages import AttentionOptions, Mask, compute_attention, drop_weights
from model.transformer.attention import join_heads, masked_softmax
from tests.model.lab.numbers import close


def test_the_hand_example() -> None:
    attention = compute_attention(attention_examples.HAND, AttentionOptions())
    close(attention.output[0], [12.9990, 31.9896, 4.0017, 13.0044], 5e-5)


def test_valid_lengths_per_query() -> None:
    options = AttentionOptions(mask=Mask.LENGTHS, lengths=(2, 6))
    attention = compute_attention(attention_examples.LENGTHS, options)
    close(attention.output, [[2, 3, 4, 5], [10, 11, 12, 13]], 5e-5)


def test_a_chosen_mask_is_applied_on_top_of_the_models_own() -> None:
    own = replace(attention_examples.HAND, allowed=np.tri(3, dtype=bool))
    for options, expected in (
        (AttentionOptions(), [[1, 0, 0], [1, 1, 0], [1, 1, 1]]),
        (AttentionOptions(mask=Mask.LENGTHS, lengths=(2,)), [[1, 0, 0], [1, 1, 0], [1, 1, 0]]),
        (AttentionOptions(mask=Mask.EMPTY_ROW, empty_row=1), [[1, 0, 0], [0, 0, 0], [1, 1, 1]]),
    ):
        attention = compute_attention(own, options)
        assert attention.allowed is not None
        assert attention.allowed.int().tolist() == expected
        assert ((attention.heads.weights[0] == 0) == ~attention.allowed).all()


def test_a_causal_mask_counts_queries_and_keys_from_the_first() -> None:
    attention = compute_attention(attention_examples.random_sizes(3), AttentionOptions(mask=Mask.CAUSAL))
    assert attention.allowed is not None
    assert attention.allowed.int().tolist() == [[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0]]


def test_lengths_that_do_not_fit_are_named() -> None:
    with pytest.raises(ValueError, match="3, one for each; these are 2"):
        compute_attention(attention_examples.HAND, replace(AttentionOptions(), mask=Mask.LENGTHS, lengths=(1, 2)))


def test_sizes_of_queries_keys_and_values_may_differ() -> None:
    attention = compute_attention(attention_examples.random_sizes(3), AttentionOptions(n_heads=2))
    assert attention.output.shape == (3, 5)
    assert attention.heads.weights.shape == (2, 3, 4)


def test_one_head_and_several_share_their_projections() -> None:
    one, two = (compute_attention(attention_examples.PROJECTED, AttentionOptions(n_heads=n)) for n in (1, 2))
    assert torch.equal(join_heads(one.queries), join_heads(two.queries))
    assert not torch.allclose(one.output, two.output)


def test_dropout_keeps_the_expectation() -> None:
    weights = masked_softmax(torch.arange(1.0, 10.0).reshape(3, 3))
    mean = torch.stack([drop_weights(weights, 0.4, seed) for seed in range(4000)]).mean(dim=0)
    close(mean, weights, 0.03)
    once = drop_weights(weights, 0.4, 1)
    assert torch.equal(once, drop_weights(weights, 0.4, 1))
    close(once[once > 0], (weights / 0.6)[once > 0], 1e-6)
    with pytest.raises(ValueError, match="got 1"):
        drop_weights(weights, 1.0, 0)
