"""Scores of the two language models as texts."""

import numpy as np
import pytest

from model.data.vocabulary import EOS
from model.inference.attention_maps import AttentionMaps
from model.inference.sentence_scoring import ScoredSentence
from model.training.language_evaluation import LanguageEvaluation
from model.training.learning_curve import CurvePoint
from ui.language import mask_comparison
from ui.language.mask_comparison import _format_training_loss, _show_losses


def test_before_the_first_step_there_is_no_training_loss() -> None:
    evaluation = LanguageEvaluation(5.5, 0.0, 1, 0)
    points = (CurvePoint(0, float("nan"), evaluation), CurvePoint(20, 1.25, evaluation))
    assert [_format_training_loss(each) for each in points] == ["–", "1.250"]


@pytest.mark.parametrize(
    ("is_complete", "shown", "mean"), [(True, ["he", "eats", EOS], "mean 4.00"), (False, ["he", "eats"], "mean 1.50")]
)
def test_a_text_that_stopped_at_its_limit_has_no_loss_of_its_end(
    monkeypatch: pytest.MonkeyPatch, *, is_complete: bool, shown: list[str], mean: str
) -> None:
    rows: list[tuple[int, str]] = []
    tokens: list[str] = []
    monkeypatch.setattr(mask_comparison, "isolate", lambda token: tokens.append(token) or token)
    monkeypatch.setattr(mask_comparison, "show_row", lambda _, chips, note: rows.append((len(chips), note)))
    sentence = ScoredSentence(("he", "eats", EOS), np.float32([1, 2, 9]), AttentionMaps({}))
    _show_losses(sentence, "With the mask", is_complete=is_complete)
    assert (tokens, rows) == (shown, [(len(shown), mean)])
