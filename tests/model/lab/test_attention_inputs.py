"""Matrices of one attention whose sizes do not fit are refused."""

import pytest

from model.lab.attention_inputs import check_inputs


def test_sizes_that_do_not_fit_are_named() -> None:
    with pytest.raises(ValueError, match="Q is 1 × 2, K is 1 × 3"):
        check_inputs({"Q": [[1, 2]], "K": [[1, 2, 3]], "V": [[1]]})
    with pytest.raises(ValueError, match="W_q needs one row for each column"):
        check_inputs({"X": [[1, 2]], "W_q": [[1]], "W_k": [[1], [1]], "W_v": [[1], [1]]})
