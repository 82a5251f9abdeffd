"""Causal masks: what each token may look at."""

import pytest
import torch

from model.transformer.masks import allow_next, causal_allowed


def test_no_token_may_look_ahead() -> None:
    assert causal_allowed(3).tolist() == [[True, False, False], [True, True, False], [True, True, True]]


@pytest.mark.parametrize("n_before", range(4))
def test_tokens_that_follow_others_have_the_last_rows_of_the_whole_mask(n_before: int) -> None:
    for length in range(2, 5):
        torch.testing.assert_close(allow_next(n_before, length), causal_allowed(n_before + length)[n_before:])
    assert allow_next(n_before, 1) is None
    assert causal_allowed(n_before + 1)[n_before:].all(), "a single token has nothing to be kept from"
