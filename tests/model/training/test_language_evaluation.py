"""Evaluation of a language model with and without the causal mask."""

from model.training.snapshot import LanguageSnapshot


def test_the_leak_makes_the_loss_vanish_and_writing_impossible(
    causal: LanguageSnapshot, leaky: LanguageSnapshot
) -> None:
    good, bad = causal.evaluation, leaky.evaluation
    assert 2.5 < good.loss < 3.1, "what is left is the freedom of the grammar"
    assert bad.loss < good.loss / 50, "held out, and yet known"
    assert leaky.learning_curve[-1].loss < good.loss / 50
    assert good.grammatical > 0.65
    assert bad.grammatical < 0.15
