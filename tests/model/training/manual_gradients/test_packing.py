"""Packed tokens keep their places when split into heads and joined again."""

import pytest
import torch

from model.training.manual_gradients.packing import Packing
from model.transformer.attention import split_heads

IS_TOKEN = torch.tensor([[1, 1, 0], [1, 0, 0], [1, 1, 1], [1, 1, 0]]).bool()
H, E = 2, 5
parts = pytest.mark.parametrize("n_parts", [1, 2, 3])


def test_places_are_those_of_the_tokens() -> None:
    assert Packing(IS_TOKEN, H).places.tolist() == [0, 1, 3, 6, 7, 8, 9, 10]


@parts
def test_heads_are_those_of_a_padded_batch(n_parts: int) -> None:
    packing = Packing(IS_TOKEN, H)
    padded = torch.randn(*IS_TOKEN.shape, n_parts * H * E)
    cut = packing.split_heads(padded[IS_TOKEN], n_parts)
    for own, part in zip(cut, padded.chunk(n_parts, dim=-1), strict=True):
        heads = split_heads(part, H)  # (B, H, L, E)
        assert torch.equal(own.view(H, 4, 3, E)[:, IS_TOKEN], heads.transpose(0, 1)[:, IS_TOKEN])


@parts
def test_joining_undoes_splitting(n_parts: int) -> None:
    packing = Packing(IS_TOKEN, H)
    x = torch.randn(len(packing.places), n_parts * H * E)
    assert torch.equal(packing.join_heads(packing.split_heads(x, n_parts)), x)


def test_what_stands_at_padding_is_lost() -> None:
    packing = Packing(IS_TOKEN, H)
    x = torch.randn(len(packing.places), H * E)
    heads = packing.split_heads(x, 1)
    heads.view(H, 4, 3, E)[:, ~IS_TOKEN] = torch.nan
    assert torch.equal(packing.join_heads(heads), x)
