"""Masks from valid lengths."""

import pytest
import torch

from model.lab.masks import valid_allowed


def test_lengths_per_query_give_a_row_each() -> None:
    allowed = valid_allowed(torch.tensor([[1, 3], [0, 2]]), 3)
    assert allowed.sum(dim=-1).tolist() == [[1, 3], [0, 2]]


@pytest.mark.parametrize("lengths", [[-1], [4]])
def test_impossible_lengths_are_named(lengths: list[int]) -> None:
    with pytest.raises(ValueError, match="between 0 and 3"):
        valid_allowed(torch.tensor(lengths), 3)
