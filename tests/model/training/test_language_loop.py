"""Training of a language model: its reports and its seed."""

import torch

from model.corpus import Corpus
from model.inference.text_generator import TextGenerator
from model.training.language_loop import LANGUAGE_TRAINING, LanguageSnapshot, new_writer
from model.transformer.config import LanguageConfig


def test_every_report_of_the_training_is_kept(causal: LanguageSnapshot) -> None:
    assert [losses.step for losses in causal.losses] == [0, *sorted(LANGUAGE_TRAINING.report_at)]
    assert causal.losses[0].held_out_loss > causal.losses[-1].held_out_loss
    assert causal.losses[-1].held_out_loss == causal.evaluation.loss


def test_the_same_seed_gives_the_same_weights_and_both_models_start_alike(small_corpus: Corpus) -> None:
    def weights(*, is_causal: bool) -> TextGenerator:
        return new_writer(small_corpus, LanguageConfig(is_causal=is_causal), 3, torch.device("cpu"))

    first, second = weights(is_causal=True), weights(is_causal=False)
    others = second.model.state_dict()
    assert all(torch.equal(value, others[name]) for name, value in first.model.state_dict().items())
    assert "bonjour" not in first.vocabulary
    assert "the" in first.vocabulary
