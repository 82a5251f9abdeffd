"""The loss is a mean over tokens that leaves padding out; guidance counts the links alone."""

import torch
from torch import Tensor

from model.data.vocabulary import PAD_ID
from model.training.loss import guided_alignment_loss, next_token_loss

B, T, V = 3, 5, 7


def given() -> tuple[Tensor, Tensor]:
    """Scores, and what is expected: never padding in the first sentence, always in the last."""
    generator = torch.Generator().manual_seed(0)
    expected = torch.randint(1, V, (B, T), generator=generator)
    expected[1, 3:] = expected[2] = PAD_ID
    return torch.randn(B, T, V, generator=generator).requires_grad_(), expected


def test_it_is_the_mean_of_what_the_expected_tokens_cost() -> None:
    scores, expected = given()
    log_p = scores.log_softmax(-1).gather(-1, expected[..., None])[..., 0]
    torch.testing.assert_close(next_token_loss(scores, expected), -log_p[expected != PAD_ID].mean())


def test_a_share_of_a_batch_is_divided_by_the_tokens_of_all() -> None:
    scores, expected = given()
    shares = [next_token_loss(scores[rows], expected[rows], 0.1, 8) for rows in (slice(0, 1), slice(1, 3))]
    torch.testing.assert_close(sum(shares), next_token_loss(scores, expected, 0.1))


def test_padding_weighs_nothing() -> None:
    scores, expected = given()
    (gradient,) = torch.autograd.grad(next_token_loss(scores, expected, 0.1), scores)
    assert (gradient[expected == PAD_ID] == 0).all()
    assert (gradient[expected != PAD_ID] != 0).all()
    assert next_token_loss(scores[:2], expected[:2], 0.1) == next_token_loss(scores, expected, 0.1)


def test_the_loss_of_a_guided_head_by_hand() -> None:
    weights = torch.tensor([[[0.5, 0.25, 0.25], [0.0, 0.5, 0.5]]])
    guidance = torch.tensor([[[0.1, 0.0, 0.0], [0.0, 0.05, 0.05]]])  # the second token has two links
    expected = -0.1 * (torch.tensor(0.5).log() + torch.tensor(0.5).log()) / 4
    torch.testing.assert_close(guided_alignment_loss(weights, guidance, 4), expected)
    assert guided_alignment_loss(weights, torch.zeros_like(guidance), 4) == 0
    assert guided_alignment_loss(weights, guidance.flip(-1), 4).isfinite(), "a link of weight 0"
