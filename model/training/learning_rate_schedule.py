"""Learning-rate schedules: warm-up, then one-cycle, inverse square root or constant."""

import math

from torch.optim import Optimizer, lr_scheduler

from model.training.config import Schedule, TrainingConfig


def build_schedule(optimizer: Optimizer, config: TrainingConfig, step: int = 0) -> lr_scheduler.LRScheduler:
    """Return the schedule of a training after a number of steps; the learning rate depends on that number alone."""
    schedule = _one_cycle(optimizer, config) if config.schedule is Schedule.ONE_CYCLE else _warm_up(optimizer, config)
    if step:
        schedule.load_state_dict(schedule.state_dict() | {"last_epoch": step - 1, "_step_count": step + 1})
        schedule.step()
    return schedule


def _one_cycle(optimizer: Optimizer, config: TrainingConfig) -> lr_scheduler.LRScheduler:
    # OneCycleLR divides by (warmup * steps - 1). The small term keeps this off 0 where the warm-up is exactly one step,
    # such as 0.2 of 5 steps; the condition is for a warm-up that the term itself makes one step.
    warmup = min(1.0, config.warmup + 1e-6)
    if warmup * config.steps == 1:
        warmup -= 1e-9
    return lr_scheduler.OneCycleLR(
        optimizer, config.learning_rate, total_steps=config.steps, pct_start=warmup, cycle_momentum=False
    )


def _warm_up(optimizer: Optimizer, config: TrainingConfig) -> lr_scheduler.LRScheduler:
    n_warmup = max(1.0, config.warmup * config.steps)

    def factor(step: int) -> float:
        if step < n_warmup:
            return (step + 1) / (n_warmup + 1) if config.warmup else 1.0
        return 1.0 if config.schedule is Schedule.CONSTANT else math.sqrt(n_warmup / step)

    return lr_scheduler.LambdaLR(optimizer, factor)
