"""The training loop, for translators and language models alike: draw a batch, compute gradients, update, report."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import islice
from typing import Generic, Protocol

import torch
from torch import Tensor, nn

from model.data.batches import Batch
from model.seeding import seeded
from model.training.adamw import AdamW
from model.training.config import TrainingConfig
from model.training.devices import choose_device
from model.training.distributed import ALONE, Team
from model.training.divergence import has_diverged
from model.training.learning_curve import CurvePoint, EvaluationT, LearningCurve
from model.training.learning_rate_schedule import build_schedule
from model.training.manual_gradients.passes import compute_gradients, supports
from model.training.optimizer import backpropagate, build_optimizer
from model.training.snapshot import LearnerT, ModelSnapshot
from model.training.task import BatchT, Task
from model.training.training_state import TrainingState
from model.transformer.encoder_decoder import Transformer
from model.transformer.language_model import LanguageModel

MAX_GRADIENT_NORM = 1.0
_UNSEEDED = nullcontext()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Progress(Generic[LearnerT, EvaluationT]):
    """A report of a training.

    Attributes:
        learning_curve: one point per report so far; the last is this one.
        learner: the live model with its vocabularies; training goes on changing it, so keep ``snapshot()``.
        optimizer: likewise live; keep ``state()``.
    """

    learning_curve: LearningCurve[EvaluationT]
    learner: LearnerT
    optimizer: AdamW

    @property
    def step(self) -> int:
        """Optimizer steps taken; 0 is the initialized model."""
        return self.learning_curve[-1].step

    @property
    def loss(self) -> float:
        """Mean since the last report of the training losses of the batches, in nats per token; NaN at step 0.

        Batches of any size count alike. Labels are smoothed, and the loss of the guided alignment is added, where these
        are on.
        """
        return self.learning_curve[-1].loss

    @property
    def seconds(self) -> float:
        """Training time so far, with evaluation and without waiting."""
        return self.learning_curve[-1].seconds

    def snapshot(self) -> ModelSnapshot[LearnerT, EvaluationT]:
        """Return an immutable copy of the model."""
        return ModelSnapshot(self.learning_curve, self.learner.frozen())

    def state(self) -> TrainingState[EvaluationT]:
        """Return an immutable copy of all that is needed to resume from here."""
        return TrainingState.of(self.learning_curve, self.learner.model, self.optimizer)


class Trainer(Protocol):
    """The signature of ``train`` for the callers that replace or wrap it."""

    def __call__(
        self,
        task: Task[LearnerT, EvaluationT, BatchT],
        config: TrainingConfig,
        *,
        resume: TrainingState[EvaluationT] | None = None,
        before_step: Callable[[], None] = ...,
    ) -> Iterator[Progress[LearnerT, EvaluationT]]:
        """Yield at step 0 and at each of ``config.report_at``."""


def train(
    task: Task[LearnerT, EvaluationT, BatchT],
    config: TrainingConfig,
    *,
    resume: TrainingState[EvaluationT] | None = None,
    before_step: Callable[[], None] = lambda: None,
    team: Team = ALONE,
) -> Iterator[Progress[LearnerT, EvaluationT]]:
    """Train, yielding at step 0 and at each of ``config.report_at``.

    Cross-entropy with smoothed labels, the optimizer and the learning-rate schedule of the config, clipped gradients.

    Args:
        task: what to learn.
        config: how to train, and on which device.
        resume: the state of an interrupted training with the same task and config. The training continues as if it
            had not been interrupted, to the last bit on the CPU, and yields the later reports.
        before_step: called before each step; an exception that it raises ends the training.
        team: the processes that train together; all but the leader yield nothing.

    Raises:
        ValueError: ``resume`` is of another model or of a longer training.
        ArithmeticError: the weights diverge.
    """
    start = time.perf_counter()
    device = team.device or choose_device(config.device)
    learner = task.build_learner(config.seed, device)
    model = learner.model
    examples = task.encode(learner, config)
    optimizer = build_optimizer(model, config)
    curve: LearningCurve[EvaluationT] = ()
    if resume is not None and resume.step:
        if resume.step > config.steps:
            raise ValueError(f"a training of {config.steps} steps cannot resume from step {resume.step}")
        resume.restore(model, optimizer)
        curve = resume.learning_curve
    resume = None  # it takes as much memory as the training itself
    first = curve[-1].step if curve else 0
    n_tokens = curve[-1].n_tokens if curve else 0
    start -= curve[-1].seconds if curve else 0.0
    schedule = build_schedule(optimizer, config, first)
    # A resumed training draws the order of all batches again and skips those it has seen: no state stores the order.
    batches = islice(examples.shuffled(config.batch_size, torch.Generator().manual_seed(config.seed)), first, None)
    shared = team.wrap(model)
    losses: list[Tensor] = []  # since the last report
    reports = {0, *config.report_at}

    for step in range(first, config.steps + 1):
        if step in reports and not (curve and step == curve[-1].step):
            loss = team.mean(torch.stack(losses).mean().item() if losses else float("nan"))
            losses.clear()
            if has_diverged(model.parameters()):
                raise ArithmeticError(f"the weights diverged by step {step}; choose a smaller learning rate")
            if team.is_leader:
                evaluation = task.evaluate(learner, is_last=step == config.steps)
                curve = (*curve, CurvePoint(step, loss, evaluation, n_tokens, time.perf_counter() - start))
                yield Progress(curve, learner, optimizer)
                model.train()  # the reader of a report may leave it in evaluation mode
        if step == config.steps:
            return

        waits_since = time.perf_counter()
        before_step()
        start += time.perf_counter() - waits_since

        indices = next(batches)
        n_tokens += int(examples.lengths(indices).sum())
        smoothing, dropout = config.smoothing_at(step), _seed_dropout(model, config, step + 1, team.rank)
        if team.size == 1:
            losses.append(learn(task, model, examples.batch(indices), optimizer, smoothing, dropout))
        else:
            with dropout:
                shared_loss = team.compute_loss(task, shared, examples, indices, smoothing)
            losses.append(backpropagate(optimizer, shared_loss))
        nn.utils.clip_grad_norm_(optimizer.weights, MAX_GRADIENT_NORM)
        optimizer.step()
        schedule.step()


def learn(
    task: Task[LearnerT, EvaluationT, BatchT],
    model: Transformer | LanguageModel,
    batch: BatchT,
    optimizer: AdamW,
    label_smoothing: float,
    dropout: AbstractContextManager[None] = _UNSEEDED,
) -> Tensor:
    """Compute the loss of a batch and its gradients, without autograd where that is faster; return the loss.

    ``dropout`` is the block that draws it. It ends before the backward pass, which draws nothing, because other
    threads that draw wait for its end.
    """
    if isinstance(model, Transformer) and isinstance(batch, Batch) and supports(model, batch):
        return compute_gradients(model, batch, label_smoothing)
    with dropout:
        loss = task.compute_loss(model, batch, label_smoothing)
    return backpropagate(optimizer, loss)


def _seed_dropout(
    model: Transformer | LanguageModel, config: TrainingConfig, step: int, rank: int
) -> AbstractContextManager[None]:
    """Make the dropout of a step depend on seed, step and process alone."""
    if not model.config.dropout:
        return _UNSEEDED
    return seeded(hash((config.seed, step, rank) if rank else (config.seed, step)), model.device)
