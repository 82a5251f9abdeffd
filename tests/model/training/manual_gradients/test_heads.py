"""Attention of all heads: PyTorch's own, values and gradients."""

import pytest
import torch
from torch import Tensor
from torch.nn import functional

from model.lab.masks import without_row
from model.training.manual_gradients.heads import attend, mask_to_bias
from model.transformer.masks import causal_allowed

H, B, Q, K, E = 2, 3, 5, 7, 4
MASKS = {
    "none": torch.ones(Q, K, dtype=torch.bool),
    "causal": causal_allowed(K)[K - Q :],
    "padding": (torch.arange(K) < torch.tensor([[7], [4], [1]]))[:, None].expand(B, Q, K),
    "each sentence its own": torch.rand(B, Q, K, generator=torch.Generator().manual_seed(0)) < 0.7,
    "a query that sees nothing": without_row(Q, K, 2),
}
allowed_of_all = pytest.mark.parametrize("allowed", MASKS.values(), ids=MASKS)


def given(scale: float = 1.0, dtype: torch.dtype = torch.float64) -> tuple[Tensor, Tensor, Tensor]:
    generator = torch.Generator().manual_seed(1)
    queries, keys, values = (
        scale * torch.randn(H * B, length, E, generator=generator, dtype=dtype) for length in (Q, K, K)
    )
    return queries.requires_grad_(), keys.requires_grad_(), values.requires_grad_()


def forward_and_backward(heads: tuple[Tensor, ...], allowed: Tensor, pull: Tensor) -> tuple[Tensor, list[Tensor]]:
    queries, keys, values = (each.detach() for each in heads)
    into = [torch.full_like(each, torch.nan) for each in (queries, keys, values)]
    found, backward = attend(queries, keys, values, mask_to_bias(allowed))
    backward(pull, *into)
    return found, into


def theirs(heads: tuple[Tensor, ...], allowed: Tensor, pull: Tensor) -> tuple[Tensor, list[Tensor]]:
    split = (each.unflatten(0, (H, B)) for each in heads)
    found = functional.scaled_dot_product_attention(*split, allowed).flatten(0, 1)
    return found.detach(), list(torch.autograd.grad(found, heads, pull))


@allowed_of_all
def test_values_and_gradients_are_those_of_torch(allowed: Tensor) -> None:
    heads = given()
    pull = torch.randn(H * B, Q, E, generator=torch.Generator().manual_seed(2), dtype=torch.float64)
    torch.testing.assert_close(
        forward_and_backward(heads, allowed, pull), theirs(heads, allowed, pull), atol=1e-13, rtol=1e-10
    )


@pytest.mark.parametrize("scale", [1e-20, 1e3, 1e8])
def test_scores_however_large_stay_numbers(scale: float) -> None:
    heads = given(scale, torch.float32)
    allowed, pull = MASKS["causal"], torch.ones(H * B, Q, E)
    found, gradients = forward_and_backward(heads, allowed, pull)
    torch.testing.assert_close(found, theirs(heads, allowed, pull)[0])
    assert all(bool(each.isfinite().all()) for each in gradients)


def test_a_query_that_sees_nothing_gets_zeros_and_moves_nothing() -> None:
    heads = given()
    found, (by_queries, _, _) = forward_and_backward(
        heads, MASKS["a query that sees nothing"], torch.ones(H * B, Q, E, dtype=torch.float64)
    )
    assert not found[:, 2].any()
    assert not by_queries[:, 2].any()
    assert by_queries[:, 1].any()
