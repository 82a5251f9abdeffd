"""Attention while a model learns: PyTorch's own, values and gradients."""

from collections.abc import Callable

import pytest
import torch
from torch import Tensor
from torch.nn import functional

from model import quick_attention as module
from model.masks import causal_allowed, without_row
from model.quick_attention import quick_attention

B, H, Q, K, E = 3, 2, 5, 7, 4
MASKS = {
    "none": None,
    "causal": causal_allowed(K)[K - Q :],
    "padding": (torch.arange(K) < torch.tensor([[7], [4], [1]]))[:, None, None],
    "each head its own": torch.rand(B, H, Q, K, generator=torch.Generator().manual_seed(0)) < 0.7,
    "a query that sees nothing": without_row(Q, K, 2),
}


def heads(length: int, dtype: torch.dtype = torch.float32, seed: int = 0, scale: float = 1.0) -> Tensor:
    """Heads as a model makes them: cut out of a projection, so not in one piece."""
    generator = torch.Generator().manual_seed(seed)
    projected = scale * torch.randn(B, length, H * E, dtype=dtype, generator=generator)
    return projected.unflatten(-1, (H, E)).transpose(1, 2).requires_grad_()


def given(dtype: torch.dtype = torch.float32, scale: float = 1.0) -> tuple[Tensor, Tensor, Tensor]:
    return heads(Q, dtype, 1, scale), heads(K, dtype, 2, scale), heads(K, dtype, 3, scale)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many times PyTorch's kernel is asked."""
    made: list[int] = []
    theirs: Callable[..., Tensor] = functional.scaled_dot_product_attention

    def counted(*args: object) -> Tensor:
        made.append(1)
        return theirs(*args)

    monkeypatch.setattr(module.functional, "scaled_dot_product_attention", counted)
    return made


@pytest.mark.parametrize("allowed", MASKS.values(), ids=MASKS)
def test_values_and_gradients_are_those_of_torch(allowed: Tensor | None, calls: list[int]) -> None:
    arguments = given()
    ours = quick_attention(*arguments, allowed)
    assert not calls
    theirs = functional.scaled_dot_product_attention(*arguments, allowed)
    torch.testing.assert_close(ours, theirs, atol=1e-6, rtol=1e-6)
    pull = torch.randn(ours.shape, generator=torch.Generator().manual_seed(4))
    for mine, right in zip(*(torch.autograd.grad(each, arguments, pull) for each in (ours, theirs)), strict=True):
        torch.testing.assert_close(mine, right, atol=1e-6, rtol=1e-5)


@pytest.mark.parametrize("allowed", MASKS.values(), ids=MASKS)
def test_gradients_are_those_of_small_differences(allowed: Tensor | None) -> None:
    arguments = given(torch.float64)
    assert torch.autograd.gradcheck(lambda *qkv: quick_attention(*qkv, allowed), arguments)


@pytest.mark.parametrize("scale", [1e-20, 1e3, 1e8])
def test_scores_however_large_stay_numbers(scale: float) -> None:
    arguments = given(scale=scale)
    mixed = quick_attention(*arguments, MASKS["causal"])
    torch.testing.assert_close(mixed, functional.scaled_dot_product_attention(*arguments, MASKS["causal"]))
    mixed.sum().backward()
    assert all(bool(each.grad.isfinite().all()) for each in arguments)


def test_a_query_that_sees_nothing_gets_zeros_and_moves_nothing() -> None:
    queries, keys, values = given()
    mixed = quick_attention(queries, keys, values, MASKS["a query that sees nothing"])
    mixed.sum().backward()
    assert not mixed[:, :, 2].any()
    assert not queries.grad[:, :, 2].any()
    assert queries.grad[:, :, 1].any()


def test_long_rows_dropout_and_reading_are_left_to_torch(calls: list[int]) -> None:
    queries, keys, values = given()
    quick_attention(queries, keys, values, None, 0.5)
    with torch.no_grad():
        quick_attention(queries.detach(), keys, values)
    long = heads(100)
    quick_attention(long, long, long)
    assert len(calls) == 3
