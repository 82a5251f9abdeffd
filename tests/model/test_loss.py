"""The loss of every training: PyTorch's cross-entropy, values and gradients."""

import pytest
import torch
from torch import Tensor
from torch.nn import functional

from model.loss import next_token_loss
from model.vocabulary import PAD_ID

B, T, V = 3, 5, 7


def given(scale: float = 1.0, dtype: torch.dtype = torch.float32) -> tuple[Tensor, Tensor]:
    """Scores, and what is expected: never padding in the first sentence, always in the last."""
    generator = torch.Generator().manual_seed(0)
    expected = torch.randint(1, V, (B, T), generator=generator)
    expected[1, 3:] = expected[2] = PAD_ID
    return (scale * torch.randn(B, T, V, generator=generator, dtype=dtype)).requires_grad_(), expected


def theirs(scores: Tensor, expected: Tensor, smoothing: float, reduction: str = "mean") -> Tensor:
    return functional.cross_entropy(
        scores.flatten(0, 1), expected.flatten(),
        ignore_index=PAD_ID, label_smoothing=smoothing, reduction=reduction,
    )  # fmt: skip


@pytest.mark.parametrize("smoothing", [0.0, 0.1, 1.0])
@pytest.mark.parametrize("scale", [0.0, 1.0, 1e4])
def test_values_and_gradients_are_those_of_torch(smoothing: float, scale: float) -> None:
    scores, expected = given(scale)
    losses = next_token_loss(scores, expected, smoothing), theirs(scores, expected, smoothing)
    torch.testing.assert_close(*losses)
    torch.testing.assert_close(*(torch.autograd.grad(3 * loss, scores) for loss in losses), atol=1e-7, rtol=1e-5)


def test_numbers_are_as_fine_as_the_scores() -> None:
    scores, expected = given(dtype=torch.float64)
    losses = next_token_loss(scores, expected, 0.1), theirs(scores, expected, 0.1)
    torch.testing.assert_close(*losses, atol=0, rtol=1e-14)
    torch.testing.assert_close(*(torch.autograd.grad(loss, scores) for loss in losses), atol=1e-16, rtol=1e-13)


def test_a_share_of_a_batch_is_divided_by_the_tokens_of_all() -> None:
    scores, expected = given()
    shares = [next_token_loss(scores[rows], expected[rows], 0.1, 8) for rows in (slice(0, 1), slice(1, 3))]
    torch.testing.assert_close(sum(shares), theirs(scores, expected, 0.1, "sum") / 8)
    torch.testing.assert_close(sum(shares), next_token_loss(scores, expected, 0.1))


def test_padding_weighs_nothing() -> None:
    scores, expected = given()
    (gradient,) = torch.autograd.grad(next_token_loss(scores, expected, 0.1), scores)
    assert (gradient[expected == PAD_ID] == 0).all()
    assert (gradient[expected != PAD_ID] != 0).all()
    assert next_token_loss(scores[:2], expected[:2], 0.1) == next_token_loss(scores, expected, 0.1)


def test_scores_stay_as_they_are() -> None:
    scores, expected = given()
    before = scores.detach().clone()
    next_token_loss(scores, expected, 0.1).backward()
    assert torch.equal(scores, before)


def test_a_second_backward_pass_is_refused() -> None:
    loss = next_token_loss(*given(), 0.1)
    loss.backward(retain_graph=True)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()


def test_a_token_that_is_impossible_costs_nothing_where_it_is_not_expected() -> None:
    scores, expected = given()
    with torch.no_grad():
        scores[..., 0] = -torch.inf  # padding, which is never expected
    losses = next_token_loss(scores, expected), theirs(scores, expected, 0.0)
    torch.testing.assert_close(*losses)
    torch.testing.assert_close(*(torch.autograd.grad(loss, scores) for loss in losses), atol=1e-7, rtol=1e-5)
