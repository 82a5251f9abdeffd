"""Model sizes that do not fit together are refused."""

import pytest

from model.transformer.config import ModelConfig


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"n_heads": 3}, "d_model=64 does not divide into 3 heads"),
        ({"n_layers": 0}, "n_layers=0 must be at least 1"),
        ({"d_model": 9, "n_heads": 3}, "must be even"),
        ({"dropout": 1.0}, "dropout=1.0"),
    ],
)
def test_sizes_that_do_not_fit_are_refused(options: dict, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        ModelConfig(**options)
