"""A model is evaluated without dropout, and left in the mode it was in."""

import pytest
from torch import nn

from model.training.evaluation_mode import evaluation_mode


@pytest.mark.parametrize("is_training", [False, True])
def test_a_model_is_left_in_the_mode_it_was_in(*, is_training: bool) -> None:
    model = nn.Sequential(nn.Dropout()).train(is_training)
    with evaluation_mode(model):
        assert not any(module.training for module in model.modules())
    assert all(module.training is is_training for module in model.modules())


def test_an_error_leaves_a_model_in_training_mode() -> None:
    model = nn.Sequential(nn.Dropout())
    with pytest.raises(KeyError), evaluation_mode(model):
        raise KeyError
    assert all(module.training for module in model.modules())
