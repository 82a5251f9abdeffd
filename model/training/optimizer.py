"""Optimizer steps under a schedule: what every training here has in common."""

import inspect
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.optim import lr_scheduler

from model.training.config import Schedule, TrainingConfig


class AdamW(torch.optim.AdamW):
    """``torch.optim.AdamW`` over all weights of a model as one tensor, for models that are not compiled.

    PyTorch's walks over the weights one by one, several times a step; for many small ones that takes longer than the
    numbers do. And its methods are decorated for ``torch.compile``: the first call of any of them imports the
    compiler, which takes as long as some forty steps of the app's training. Here they are bare.

    The model's weights and gradients are views of these from then on. Nobody may give it others, as ``to`` and its
    own ``zero_grad`` do.

    Attributes:
        weights: all weights of the model.
    """

    add_param_group = inspect.unwrap(torch.optim.AdamW.add_param_group)
    state_dict = inspect.unwrap(torch.optim.AdamW.state_dict)
    load_state_dict = inspect.unwrap(torch.optim.AdamW.load_state_dict)
    step = torch.no_grad()(inspect.unwrap(torch.optim.AdamW.step))

    def __init__(self, model: nn.Module, **options: Any) -> None:
        self.weights, self._gradient = _in_one_piece(list(model.parameters()))
        super().__init__([self.weights], **options)

    def zero_grad(self, set_to_none: bool = False) -> None:
        """Fill the gradients with zeros, whatever is asked: without them, the model's would be views of nothing."""
        self._gradient.zero_()


def _in_one_piece(parameters: Sequence[nn.Parameter]) -> tuple[nn.Parameter, Tensor]:
    """All weights and their gradient, as which both are kept from now on."""
    values = torch.cat([parameter.detach().flatten() for parameter in parameters])
    gradient = torch.zeros_like(values)
    sizes = [parameter.numel() for parameter in parameters]
    for parameter, *parts in zip(parameters, values.split(sizes), gradient.split(sizes), strict=True):
        parameter.data, parameter.grad = (part.view_as(parameter) for part in parts)
    whole = nn.Parameter(values)
    whole.grad = gradient
    return whole, gradient


def new_optimizer(model: nn.Module, config: TrainingConfig) -> AdamW:
    """AdamW over all weights of a model (Loshchilov & Hutter 2019, arXiv:1711.05101)."""
    return AdamW(model, lr=config.learning_rate, weight_decay=config.weight_decay, betas=(0.9, 0.98), fused=True)


def optimize(
    model: nn.Module,
    config: TrainingConfig,
    optimizer: AdamW,
    losses: Iterator[Tensor],
    start: int = 0,
    before_step: Callable[[], None] = lambda: None,
) -> Iterator[tuple[int, float]]:
    """Train with AdamW, the schedule of the config and gradients clipped to norm 1.

    Args:
        model: what to train; while a loss is asked for it is in training mode.
        config: how, and when to report.
        optimizer: of this model, from ``new_optimizer``.
        losses: without end, the loss of one batch each time it is asked; its gradient is then with the weights.
        start: steps that were taken before; model, losses and optimizer are as they were after these.
        before_step: called before each step, which waits for it; what it raises ends the training.

    Yields:
        Steps taken, and the mean loss since the last report: step 0 with NaN, then each of ``config.report_at``
        that comes after ``start``.
    """
    schedule = _schedule(optimizer, config)
    if start:  # the rate depends on the number of the step alone
        schedule.load_state_dict({"last_epoch": start - 1, "_step_count": start + 1})
        schedule.step()
    else:
        yield 0, float("nan")
    since: list[Tensor] = []
    model.train()
    for step in range(start + 1, config.steps + 1):
        before_step()
        since.append(next(losses))
        update(optimizer)
        schedule.step()
        if step in config.report_at:
            yield step, torch.stack(since).mean().item()
            model.train()  # who looked at it may have left it in evaluation
            since.clear()


def differentiate(optimizer: AdamW, loss: Tensor) -> Tensor:
    """Leave the gradient of a loss with the weights, by autograd; returns the loss, detached."""
    optimizer.zero_grad()
    loss.backward()
    return loss.detach()


def update(optimizer: AdamW) -> None:
    """Take one step down the gradient that is with the weights."""
    nn.utils.clip_grad_norm_(optimizer.weights, 1.0)
    optimizer.step()


def _schedule(optimizer: torch.optim.Optimizer, config: TrainingConfig) -> lr_scheduler.LRScheduler:
    if config.schedule is Schedule.ONE_CYCLE:
        warmup = config.warmup + 1e-6  # the schedule divides by (warmup * steps - 1)
        return lr_scheduler.OneCycleLR(
            optimizer, config.learning_rate, total_steps=config.steps, pct_start=warmup, cycle_momentum=False
        )
    rising = max(1.0, config.warmup * config.steps)

    def share(step: int) -> float:
        if step < rising:
            return (step + 1) / (rising + 1)
        return 1.0 if config.schedule is Schedule.CONSTANT else math.sqrt(rising / step)

    return lr_scheduler.LambdaLR(optimizer, share)
