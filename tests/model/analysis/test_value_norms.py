"""Attention times the norm of the transformed value: by hand, and proportional to attention for equal norms."""

import torch

from model.analysis.value_norms import weigh_by_value_norm


def test_two_heads_by_hand() -> None:
    weights = torch.tensor([[0.25, 0.75], [1.0, 0.0]])
    values = torch.tensor([[[3.0], [1.0]], [[2.0], [5.0]]])  # E = 1
    out_weight = torch.tensor([[1.0, 0.0], [0.0, 2.0]])  # head 0 writes v to the first, head 1 writes 2 v to the second
    expected = torch.tensor([(0.25 * 3 + 1.0 * 4) / 2, (0.75 * 1 + 0.0 * 10) / 2])
    torch.testing.assert_close(weigh_by_value_norm(weights, values, out_weight), expected)


def test_equal_norms_give_attention_back() -> None:
    weights = torch.rand(2, 5).softmax(dim=-1)
    values = 3 * torch.nn.functional.normalize(torch.randn(2, 5, 4), dim=-1)
    rotation, _ = torch.linalg.qr(torch.randn(8, 8))
    torch.testing.assert_close(weigh_by_value_norm(weights, values, rotation), 3 * weights.mean(dim=0))
