"""The training loop reports, is repeatable, and trains both kinds of model."""

import math
import time
from dataclasses import replace
from itertools import pairwise
from threading import Thread
from typing import Any

import pytest
import torch

from model.corpus import Corpus
from model.data.batches import Batch
from model.data.vocabulary import PAD_ID
from model.seeding import seeded
from model.training import loop
from model.training import optimizer as optimizer_module
from model.training.adamw import AdamW
from model.training.config import Schedule, TrainingConfig
from model.training.loop import train
from model.training.translation_task import TranslationTask
from model.transformer.encoder_decoder import Transformer
from tests.model.conftest import SMALL

SHORT = TrainingConfig(steps=12, batch_size=16, device="cpu")


def test_progress_is_reported_often_at_first_and_at_the_end(small_corpus: Corpus) -> None:
    progress = list(train(TranslationTask(small_corpus, SMALL), SHORT))
    assert [report.step for report in progress] == [0, 1, 2, 5, 10, 12]
    assert math.isnan(progress[0].loss)
    assert progress[-1].loss < progress[1].loss
    assert progress[-1].learning_curve[-1].evaluation.loss < progress[0].learning_curve[-1].evaluation.loss


def test_the_loss_of_a_report_is_the_mean_since_the_last_one(
    small_corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    losses: list[torch.Tensor] = []
    learn = loop.learn

    def record(*arguments: Any) -> torch.Tensor:
        losses.append(learn(*arguments))
        return losses[-1]

    monkeypatch.setattr(loop, "learn", record)
    progress = list(train(TranslationTask(small_corpus, SMALL), SHORT))
    for before, after in pairwise(progress):
        assert after.loss == pytest.approx(float(torch.stack(losses[before.step : after.step]).mean()))
    assert len(losses) == SHORT.steps


def test_the_reported_loss_is_smoothed_until_smoothing_ends(small_corpus: Corpus) -> None:
    def losses(share: float) -> list[float]:
        still = replace(SHORT, learning_rate=1e-9, label_smoothing=0.99, smoothing_share=share)  # the same weights
        return [report.loss for report in train(TranslationTask(small_corpus, SMALL), still)][1:]

    smoothed, plain, ends_after_five_steps = losses(1.0), losses(0.0), losses(0.4)
    assert all(abs(a - b) > 1e-3 for a, b in zip(smoothed, plain, strict=True))
    assert ends_after_five_steps == pytest.approx([*smoothed[:3], *plain[3:]], abs=1e-5)


def test_tokens_of_both_languages_are_counted_without_padding(
    small_corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    n_tokens = [0]
    learn = loop.learn

    def record(task: TranslationTask, model: Transformer, batch: Batch, *arguments: Any) -> torch.Tensor:
        n_tokens.append(int((batch.source != PAD_ID).sum() + (batch.expected != PAD_ID).sum()))
        return learn(task, model, batch, *arguments)

    monkeypatch.setattr(loop, "learn", record)
    *_, last = train(TranslationTask(small_corpus, SMALL), SHORT)
    assert [point.n_tokens for point in last.learning_curve] == [
        sum(n_tokens[: point.step + 1]) for point in last.learning_curve
    ]


@pytest.mark.parametrize("steps", [1, 2, 5, 10])
def test_any_number_of_steps_can_be_trained(steps: int, small_corpus: Corpus) -> None:
    *_, last = train(TranslationTask(small_corpus, SMALL), TrainingConfig(steps=steps, batch_size=8, device="cpu"))
    assert last.step == steps


def test_waiting_is_no_training_time(small_corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    waited, now = [0.0], time.perf_counter
    monkeypatch.setattr(time, "perf_counter", lambda: now() + sum(waited))
    *_, last = train(TranslationTask(small_corpus, SMALL), SHORT, before_step=lambda: waited.append(1e6))
    assert 0 < last.seconds < 1e6


def test_the_same_seed_gives_the_same_weights_and_another_gives_others(small_corpus: Corpus) -> None:
    torch.manual_seed(1)  # what others do with the global generator does not matter
    *_, first = train(TranslationTask(small_corpus, SMALL), SHORT)
    torch.manual_seed(2)
    *_, second = train(TranslationTask(small_corpus, SMALL), SHORT)
    *_, other = train(
        TranslationTask(small_corpus, SMALL), TrainingConfig(steps=12, batch_size=16, seed=5, device="cpu")
    )
    weights = [report.learner.model.output.weight for report in (first, second, other)]
    assert torch.equal(weights[0], weights[1])
    assert not torch.equal(weights[0], weights[2])


def test_a_reader_may_leave_the_model_in_evaluation_mode(small_corpus: Corpus) -> None:
    def weight(*, is_left: bool) -> torch.Tensor:
        for progress in train(TranslationTask(small_corpus, replace(SMALL, dropout=0.1)), SHORT):
            progress.learner.model.train(not is_left)
        return progress.learner.model.output.weight

    assert torch.equal(weight(is_left=True), weight(is_left=False))


def test_another_thread_draws_while_gradients_are_computed(
    small_corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    has_drawn = []

    def draw() -> None:
        with seeded(0):
            torch.rand(1)

    def backpropagate(optimizer: AdamW, loss: torch.Tensor) -> torch.Tensor:
        thread = Thread(target=draw)
        thread.start()
        thread.join(10)
        has_drawn.append(not thread.is_alive())
        assert has_drawn[-1], "it waits for the end of this step"
        return optimizer_module.backpropagate(optimizer, loss)

    monkeypatch.setattr(loop, "backpropagate", backpropagate)
    list(train(TranslationTask(small_corpus, replace(SMALL, dropout=0.1)), SHORT))
    assert has_drawn == [True] * SHORT.steps


def test_gradients_are_clipped_before_a_step(small_corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    norms: list[float] = []
    step = AdamW.step

    def record(optimizer: AdamW, *arguments: Any) -> Any:
        norms.append(float(optimizer.weights.grad.norm()))
        return step(optimizer, *arguments)

    monkeypatch.setattr(AdamW, "step", record)
    monkeypatch.setattr(loop, "MAX_GRADIENT_NORM", 0.01)
    list(train(TranslationTask(small_corpus, SMALL), SHORT))
    assert norms == pytest.approx([0.01] * SHORT.steps, rel=1e-3)


def test_weights_that_grow_past_all_bounds_end_the_training(small_corpus: Corpus) -> None:
    config = TrainingConfig(steps=40, batch_size=16, learning_rate=1.0, schedule=Schedule.CONSTANT, weight_decay=0.0)
    training = train(TranslationTask(small_corpus, SMALL), config)
    progress = next(training)
    with torch.no_grad():
        progress.learner.model.output.weight.fill_(float("inf"))
    with pytest.raises(ArithmeticError, match=r"diverged by step 1; .* smaller learning rate"):
        list(training)
