"""Training of a language model: its reports and its seed."""

import torch

from model.corpus import Corpus
from model.inference.text_generator import TextGenerator
from model.training.language_task import LANGUAGE_TRAINING, LanguageTask
from model.training.snapshot import LanguageSnapshot
from model.transformer.config import LanguageConfig


def test_every_report_of_the_training_is_kept(causal: LanguageSnapshot) -> None:
    curve = causal.learning_curve
    assert [point.step for point in curve] == [0, *sorted(LANGUAGE_TRAINING.report_at)]
    assert curve[0].evaluation.loss > curve[-1].evaluation.loss
    assert curve[-1].evaluation == causal.evaluation


def test_the_same_seed_gives_the_same_weights_and_both_models_start_alike(small_corpus: Corpus) -> None:
    def weights(*, is_causal: bool) -> TextGenerator:
        task = LanguageTask(small_corpus, LanguageConfig(is_causal=is_causal))
        return task.build_learner(3, torch.device("cpu"))

    first, second = weights(is_causal=True), weights(is_causal=False)
    others = second.model.state_dict()
    assert all(torch.equal(value, others[name]) for name, value in first.model.state_dict().items())
    assert "bonjour" not in first.vocabulary
    assert "the" in first.vocabulary
