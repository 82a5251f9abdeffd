"""Scores of the two language models as texts."""

from model.training.language_evaluation import LanguageEvaluation
from model.training.learning_curve import CurvePoint
from ui.language.mask_comparison import _format_training_loss


def test_before_the_first_step_there_is_no_training_loss() -> None:
    evaluation = LanguageEvaluation(5.5, 0.0, 1, 0)
    points = (CurvePoint(0, float("nan"), evaluation), CurvePoint(20, 1.25, evaluation))
    assert [_format_training_loss(each) for each in points] == ["–", "1.250"]
