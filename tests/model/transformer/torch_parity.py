"""Weights shared between our modules and those of ``torch.nn``, and inputs for both."""

import pytest
import torch
from torch import Tensor, nn

from model.transformer.attention import MultiHeadAttention
from model.transformer.taps import recording

B, S, T, D, H = 3, 7, 5, 32, 4
TOLERANCE = dict(rtol=0, atol=1e-5)
ways = pytest.mark.parametrize("is_open", [False, True], ids=["fused", "open"])


def padding_allowed() -> Tensor:
    """Lengths 7, 4 and 1 of 7 source positions."""
    return torch.arange(S) < torch.tensor([7, 4, 1])[:, None]  # (B, S)


def copy_attention(ours: MultiHeadAttention, theirs: nn.MultiheadAttention) -> None:
    nn.init.normal_(ours.in_proj.bias)  # zeros would hide a mistake
    nn.init.normal_(ours.out_proj.bias)
    theirs.in_proj_weight.data.copy_(ours.in_proj.weight)
    theirs.in_proj_bias.data.copy_(ours.in_proj.bias)
    theirs.out_proj.load_state_dict(ours.out_proj.state_dict())


def run(module: nn.Module, is_open: bool, *args, **kwargs):
    if not is_open:
        return module(*args, **kwargs)
    with recording():
        return module(*args, **kwargs)
