"""Attention equals that of ``torch.nn`` with the same weights; laws of the masked softmax and the cache."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn
from torch.nn import functional

from model.transformer.attention import KeyValueCache, MultiHeadAttention, join_heads, masked_softmax, split_heads
from model.transformer.kind import Kind, Site
from model.transformer.masks import causal_allowed
from model.transformer.taps import recording
from tests.model.transformer.torch_parity import TOLERANCE, B, D, H, S, T, copy_attention, padding_allowed, run, ways


@pytest.fixture(autouse=True)
def seed() -> None:
    torch.manual_seed(0)


@ways
@pytest.mark.parametrize("is_causal", [False, True])
def test_self_attention(is_open: bool, is_causal: bool) -> None:
    ours = MultiHeadAttention(D, H, dropout=0.0, site=Site(Kind.ENCODER, 0))
    theirs = nn.MultiheadAttention(D, H, batch_first=True)
    copy_attention(ours, theirs)
    x = torch.randn(B, S, D)
    allowed = padding_allowed()[:, None, None]
    if is_causal:
        allowed = allowed & causal_allowed(S)
    with recording() as recorder:
        ours.attend_self(x, allowed)
    output = run(ours.attend_self, is_open, x, allowed)
    expected, weights = functional.multi_head_attention_forward(
        *(x.transpose(0, 1),) * 3, D, H, theirs.in_proj_weight, theirs.in_proj_bias, None, None, False, 0.0,
        theirs.out_proj.weight, theirs.out_proj.bias, key_padding_mask=~padding_allowed(),
        attn_mask=~causal_allowed(S) if is_causal else None, average_attn_weights=False,
    )  # fmt: skip
    torch.testing.assert_close(output, expected.transpose(0, 1), **TOLERANCE)
    torch.testing.assert_close(recorder.captured[Site(Kind.ENCODER, 0)][0], weights, **TOLERANCE)


@ways
def test_cross_attention(is_open: bool) -> None:
    ours = MultiHeadAttention(D, H, dropout=0.0, site=Site(Kind.CROSS, 0))
    theirs = nn.MultiheadAttention(D, H, batch_first=True)
    copy_attention(ours, theirs)
    x, memory = torch.randn(B, T, D), torch.randn(B, S, D)
    allowed = padding_allowed()
    output = run(ours, is_open, ours.project_queries(x), ours.project_memory(memory), allowed[:, None, None])
    expected, _ = theirs(x, memory, memory, key_padding_mask=~allowed)
    torch.testing.assert_close(output, expected, **TOLERANCE)


@ways
@pytest.mark.parametrize("is_training", [False, True])
def test_weights_are_dropped_in_training_only(is_open: bool, is_training: bool) -> None:
    attention = MultiHeadAttention(D, H, dropout=0.5, site=Site(Kind.ENCODER, 0)).train(is_training)
    x = torch.randn(B, S, D)
    first, second = (run(attention.attend_self, is_open, x) for _ in range(2))
    assert torch.equal(first, second) is not is_training


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 2**32 - 1))
@settings(max_examples=50)
def test_masked_softmax_rows_sum_to_one_or_are_empty(n_queries: int, n_keys: int, seed: int) -> None:
    generator = torch.Generator().manual_seed(seed)
    scores = torch.randn(n_queries, n_keys, generator=generator) * 50
    allowed = torch.rand(n_queries, n_keys, generator=generator) < 0.5
    weights = masked_softmax(scores, allowed)
    torch.testing.assert_close(weights.sum(-1), allowed.any(-1).float())
    assert (weights[~allowed] == 0).all()


def test_a_mask_of_numbers_is_refused() -> None:
    with pytest.raises(TypeError, match=r"boolean mask .* got torch.float32"):
        masked_softmax(torch.zeros(2, 2), torch.ones(2, 2))


def test_a_cache_holds_all_earlier_positions() -> None:
    attention, cache = MultiHeadAttention(D, H, dropout=0.0, site=Site(Kind.DECODER, 0)), KeyValueCache()
    x = torch.randn(B, S, D)
    parts = [attention.attend_self(x[:, :4], causal_allowed(4), cache)]
    parts += [attention.attend_self(x[:, place : place + 1], None, cache) for place in range(4, S)]
    assert len(cache) == S
    torch.testing.assert_close(torch.cat(parts, dim=1), attention.attend_self(x, causal_allowed(S)), **TOLERANCE)


def test_joining_undoes_splitting() -> None:
    x = torch.rand(2, 3, 8)
    assert torch.equal(join_heads(split_heads(x, 4)), x)
    with pytest.raises(ValueError, match="8 does not divide into 3"):
        split_heads(x, 3)
