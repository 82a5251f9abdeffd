"""The learning rate depends on the config and the number of steps alone."""

import pytest
import torch

from model.training.config import Schedule, TrainingConfig
from model.training.learning_rate_schedule import build_schedule

STEPS = 20


def list_rates(config: TrainingConfig, first: int = 0) -> list[float]:
    """Return the learning rates of the steps of a training that begins or resumes after so many steps."""
    optimizer = torch.optim.SGD([torch.zeros(1)], config.learning_rate)
    schedule, rates = build_schedule(optimizer, config, first), []
    for _ in range(first, config.steps - 1):
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        schedule.step()
    return rates


@pytest.mark.parametrize("schedule", list(Schedule))
def test_a_resumed_training_has_the_rates_of_one_that_was_not_interrupted(schedule: Schedule) -> None:
    config = TrainingConfig(steps=STEPS, schedule=schedule)
    rates = list_rates(config)
    for first in range(1, STEPS - 1):
        assert list_rates(config, first) == rates[first:]


@pytest.mark.parametrize("schedule", list(Schedule))
def test_almost_the_whole_training_may_be_warm_up(schedule: Schedule) -> None:
    rates = list_rates(TrainingConfig(steps=STEPS, schedule=schedule, warmup=1 - 1e-7))
    assert rates == sorted(rates)


@pytest.mark.parametrize("schedule", list(Schedule))
def test_the_rate_rises_to_its_peak_in_the_warm_up(schedule: Schedule) -> None:
    config = TrainingConfig(steps=STEPS, schedule=schedule, warmup=0.25)
    rates = list_rates(config)
    rising = rates[:5]
    assert rising == sorted(rising)
    assert max(rates) == pytest.approx(config.learning_rate, rel=0.2)
    assert (rates[-1] < rates[5]) == (schedule is not Schedule.CONSTANT)


@pytest.mark.parametrize(
    ("steps", "warmup"), [(5, 0.2), (10, 0.1), (10, 0.099999), (1_000_000, 0.0), (500_000, 1e-6), (1, 1 - 1e-7)]
)
def test_the_warm_up_may_be_one_step(steps: int, warmup: float) -> None:
    config = TrainingConfig(steps=steps, warmup=warmup)
    optimizer = torch.optim.SGD([torch.zeros(1)], config.learning_rate)
    build_schedule(optimizer, config)
    assert 0 < optimizer.param_groups[0]["lr"] <= config.learning_rate


@pytest.mark.parametrize("schedule", [Schedule.CONSTANT, Schedule.INVERSE_SQUARE_ROOT])
def test_without_warm_up_the_first_rate_is_the_peak(schedule: Schedule) -> None:
    config = TrainingConfig(steps=STEPS, schedule=schedule, warmup=0)
    assert list_rates(config)[0] == config.learning_rate


def test_the_inverse_square_root_halves_the_rate_after_four_warm_ups() -> None:
    config = TrainingConfig(steps=STEPS, schedule=Schedule.INVERSE_SQUARE_ROOT, warmup=0.2)
    assert list_rates(config)[16] == pytest.approx(config.learning_rate / 2)


@pytest.mark.parametrize("schedule", list(Schedule))
def test_a_warm_up_begins_between_0_and_the_peak(schedule: Schedule) -> None:
    assert 0 < list_rates(TrainingConfig(steps=STEPS, schedule=schedule))[0] < TrainingConfig().learning_rate
