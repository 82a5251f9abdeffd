"""The model computes what ``torch.nn`` computes from the same weights."""

import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional

from model.transformer.attention import MultiHeadAttention
from model.transformer.config import ModelConfig, Norm
from model.transformer.kind import Kind, Site
from model.transformer.layers import DecoderLayer, EncoderLayer, Residual
from model.transformer.masks import causal_allowed
from model.transformer.taps import recording

B, S, T, D, H = 3, 7, 5, 32, 4
TOLERANCE = dict(rtol=0, atol=1e-5)
norms = pytest.mark.parametrize("norm", list(Norm))
ways = pytest.mark.parametrize("is_open", [False, True], ids=["fused", "open"])


@pytest.fixture(autouse=True)
def seed() -> None:
    torch.manual_seed(0)


def padding_allowed() -> Tensor:
    """Lengths 7, 4 and 1 of 7 source positions."""
    return torch.arange(S) < torch.tensor([7, 4, 1])[:, None]  # (B, S)


def copy_attention(ours: MultiHeadAttention, theirs: nn.MultiheadAttention) -> None:
    nn.init.normal_(ours.in_proj.bias)  # zeros would hide a mistake
    nn.init.normal_(ours.out_proj.bias)
    theirs.in_proj_weight.data.copy_(ours.in_proj.weight)
    theirs.in_proj_bias.data.copy_(ours.in_proj.bias)
    theirs.out_proj.load_state_dict(ours.out_proj.state_dict())


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


def run(module: nn.Module, is_open: bool, *args, **kwargs):
    if not is_open:
        return module(*args, **kwargs)
    with recording():
        return module(*args, **kwargs)


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
        ours(*ours.project_all(x), allowed)
    output = run(ours, is_open, *ours.project_all(x), allowed)
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
    output, _ = run(
        ours, is_open, x, ours.cross_attn.project_memory(memory),
        target_allowed=causal_allowed(T), source_allowed=allowed[:, None, None],
    )  # fmt: skip
    torch.testing.assert_close(output, expected, **TOLERANCE)
