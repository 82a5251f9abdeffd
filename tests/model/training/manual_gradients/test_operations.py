"""The loss of written-out training: PyTorch's cross-entropy, values and gradients."""

import pytest
import torch
from torch import Tensor
from torch.nn import functional

from model.training.manual_gradients.operations import cross_entropy

N, V = 9, 7
smoothings = pytest.mark.parametrize("smoothing", [0.0, 0.1, 1.0])


def given(scale: float, dtype: torch.dtype = torch.float64) -> tuple[Tensor, Tensor]:
    generator = torch.Generator().manual_seed(0)
    return scale * torch.randn(N, V, generator=generator, dtype=dtype), torch.randint(V, (N,), generator=generator)


def theirs(scores: Tensor, expected: Tensor, smoothing: float) -> tuple[Tensor, Tensor]:
    scores = scores.clone().requires_grad_()
    loss = functional.cross_entropy(scores, expected, label_smoothing=smoothing)
    return loss.detach(), *torch.autograd.grad(loss, scores)


@smoothings
@pytest.mark.parametrize("scale", [0.0, 1.0, 1e4])
def test_values_and_gradients_are_those_of_torch(smoothing: float, scale: float) -> None:
    scores, expected = given(scale)
    right = theirs(scores, expected, smoothing)
    torch.testing.assert_close(cross_entropy(scores, expected, smoothing), right, atol=1e-15, rtol=1e-12)


def test_single_precision_is_as_fine_as_torchs() -> None:
    scores, expected = given(3.0, torch.float32)
    right = theirs(scores, expected, 0.1)
    torch.testing.assert_close(cross_entropy(scores, expected, 0.1), right, atol=1e-7, rtol=1e-5)


def test_a_token_that_is_impossible_costs_nothing_where_it_is_not_expected() -> None:
    scores, expected = given(1.0)
    scores[:, 0], expected[expected == 0] = -torch.inf, 1
    right = theirs(scores, expected, 0.0)
    torch.testing.assert_close(cross_entropy(scores, expected, 0.0), right)
