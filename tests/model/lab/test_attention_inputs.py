"""Matrices of one attention whose sizes do not fit are refused."""

import numpy as np
import pytest

from model.lab.attention_inputs import AttentionInputs, check_inputs


def test_sizes_that_do_not_fit_are_named() -> None:
    with pytest.raises(ValueError, match="Q is 1 × 2, K is 1 × 3"):
        check_inputs({"Q": [[1, 2]], "K": [[1, 2, 3]], "V": [[1]]})
    with pytest.raises(ValueError, match="W_q needs one row for each column"):
        check_inputs({"X": [[1, 2]], "W_q": [[1]], "W_k": [[1], [1]], "W_v": [[1], [1]]})


def test_rows_are_named_by_the_tokens_that_they_stand_for() -> None:
    inputs = AttentionInputs({}, queries=("le", "chat"), keys=("the", "cat"))
    assert inputs.name_rows("X") == inputs.name_rows("Q") == inputs.queries
    assert {inputs.name_rows(name) for name in ("X_k", "X_v", "K", "V")} == {inputs.keys}
    assert inputs.name_rows("W_q") == inputs.name_rows("b_q") == ()


def test_biases_come_as_in_pytorch_too() -> None:
    weights = {"X": np.ones((3, 2)), **dict.fromkeys(("W_q", "W_k", "W_v"), np.ones((2, 4)))}
    biases = dict.fromkeys(("b_q", "b_k", "b_v"), np.arange(4.0))
    checked = check_inputs(weights | biases)
    assert all(checked[name].tolist() == [[0, 1, 2, 3]] for name in biases)
    with pytest.raises(ValueError, match="X is not a matrix"):
        check_inputs(weights | {"X": np.ones(2)})
