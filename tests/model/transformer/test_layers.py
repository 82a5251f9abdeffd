"""Blocks equal those of ``torch.nn`` with the same weights; positions equal the paper's."""

import math
from dataclasses import replace

import pytest
import torch
from torch import nn

from model.transformer.config import MAX_LENGTH, ModelConfig, Norm
from model.transformer.layers import (
    DecoderLayer,
    Embedding,
    EncoderLayer,
    FeedForward,
    Residual,
    sinusoidal_positions,
)
from model.transformer.masks import causal_allowed
from tests.model.transformer.torch_parity import TOLERANCE, B, D, H, S, T, copy_attention, padding_allowed, run, ways

norms = pytest.mark.parametrize("norm", list(Norm))


@pytest.fixture(autouse=True)
def seed() -> None:
    torch.manual_seed(0)


def copy_block(ours: EncoderLayer | DecoderLayer, theirs: nn.Module) -> None:
    copy_attention(ours.self_attn, theirs.self_attn)
    if isinstance(ours, DecoderLayer):
        copy_attention(ours.cross_attn, theirs.multihead_attn)
    theirs.linear1.load_state_dict(ours.feed_forward.expand.state_dict())
    theirs.linear2.load_state_dict(ours.feed_forward.contract.state_dict())
    for index, residual in enumerate(ours.residuals, start=1):
        assert isinstance(residual, Residual)
        nn.init.normal_(residual.norm.weight)
        getattr(theirs, f"norm{index}").load_state_dict(residual.norm.state_dict())


@norms
@ways
def test_encoder_layer(norm: Norm, is_open: bool) -> None:
    ours = EncoderLayer(ModelConfig(d_model=D, n_heads=H, d_ff=48, norm=norm), layer=0)
    theirs = nn.TransformerEncoderLayer(D, H, 48, 0.0, batch_first=True, norm_first=norm is Norm.PRE)
    copy_block(ours, theirs)
    x, allowed = torch.randn(B, S, D), padding_allowed()
    expected = theirs(x, src_key_padding_mask=~allowed)
    torch.testing.assert_close(run(ours, is_open, x, allowed[:, None, None]), expected, **TOLERANCE)


@norms
@ways
def test_decoder_layer(norm: Norm, is_open: bool) -> None:
    ours = DecoderLayer(ModelConfig(d_model=D, n_heads=H, d_ff=48, norm=norm), layer=0)
    theirs = nn.TransformerDecoderLayer(D, H, 48, 0.0, batch_first=True, norm_first=norm is Norm.PRE)
    copy_block(ours, theirs)
    x, memory, allowed = torch.randn(B, T, D), torch.randn(B, S, D), padding_allowed()
    expected = theirs(x, memory, tgt_mask=~causal_allowed(T), memory_key_padding_mask=~allowed)
    output = run(
        ours, is_open, x, ours.cross_attn.project_memory(memory),
        target_allowed=causal_allowed(T), source_allowed=allowed[:, None, None],
    )  # fmt: skip
    torch.testing.assert_close(output, expected, **TOLERANCE)


def test_sinusoidal_positions_are_the_papers() -> None:
    table = sinusoidal_positions(50, 16)
    for position in (0, 1, 7, 49):
        for pair in range(8):
            angle = position / 10_000 ** (2 * pair / 16)
            assert table[position, 2 * pair].item() == pytest.approx(math.sin(angle), abs=1e-5)
            assert table[position, 2 * pair + 1].item() == pytest.approx(math.cos(angle), abs=1e-5)


def test_an_embedding_is_the_scaled_vector_of_a_token_plus_its_position() -> None:
    embedding, ids = Embedding(9, ModelConfig(d_model=16, n_heads=1)), torch.tensor([[3, 8, 3]])
    expected = 4 * embedding.tokens.weight[ids] + sinusoidal_positions(7, 16)[4:]
    torch.testing.assert_close(embedding(ids, 4), expected)


@pytest.mark.parametrize("name", ["embedding", "feed-forward", "pre-norm", "post-norm"])
def test_dropout_acts_in_training_alone(name: str) -> None:
    config = ModelConfig(d_model=D, n_heads=H, dropout=0.5)
    module, inputs = {
        "embedding": (Embedding(9, config), (torch.arange(9)[None],)),
        "feed-forward": (FeedForward(config), (torch.randn(B, S, D),)),
        "pre-norm": (Residual(replace(config, norm=Norm.PRE)), (torch.randn(B, S, D), torch.tanh)),
        "post-norm": (Residual(replace(config, norm=Norm.POST)), (torch.randn(B, S, D), torch.tanh)),
    }[name]
    assert not torch.equal(module(*inputs), module(*inputs))
    module.eval()
    assert torch.equal(module(*inputs), module(*inputs))


def test_as_many_tokens_are_embedded_as_there_are_positions() -> None:
    embedding = Embedding(3, ModelConfig(d_model=4, n_heads=1))
    assert embedding(torch.zeros(1, MAX_LENGTH, dtype=torch.long)).shape == (1, MAX_LENGTH, 4)
    with pytest.raises(ValueError, match="reads at most"):
        embedding(torch.zeros(1, 1, dtype=torch.long), MAX_LENGTH)
