"""Scores of the two language models as texts."""

from model.training.language_loop import Losses
from ui.language.mask_comparison import _format_training_loss


def test_before_the_first_step_there_is_no_training_loss() -> None:
    losses = (Losses(0, float("nan"), 5.5), Losses(20, 1.25, 5.5))
    assert [_format_training_loss(each) for each in losses] == ["–", "1.250"]
