"""The optimizer is PyTorch's own, to the last bit, and goes on where it stood."""

import copy

import torch
from torch import nn

from model.config import TrainingConfig
from model.optimization import new_optimizer, update

CONFIG = TrainingConfig(learning_rate=0.05)


def steps(model: nn.Module, optimizer: torch.optim.Optimizer, seeds: range) -> None:
    for seed in seeds:
        x = torch.randn(7, 5, generator=torch.Generator().manual_seed(seed))
        update(model, optimizer, model(x).square().sum())


def test_it_takes_the_steps_of_torchs_adamw() -> None:
    torch.manual_seed(0)
    ours = nn.Linear(5, 3)
    theirs = copy.deepcopy(ours)
    steps(ours, new_optimizer(ours, CONFIG), range(9))
    plain = torch.optim.AdamW(
        theirs.parameters(), lr=CONFIG.learning_rate, weight_decay=CONFIG.weight_decay, betas=(0.9, 0.98), fused=True
    )
    steps(theirs, plain, range(9))
    assert torch.equal(ours.weight, theirs.weight)
    assert torch.equal(ours.bias, theirs.bias)


def test_no_gradient_is_left_over_from_a_step() -> None:
    torch.manual_seed(0)
    model = nn.Linear(5, 3)
    optimizer = new_optimizer(model, CONFIG)
    steps(model, optimizer, range(1))
    assert model.weight.requires_grad
    optimizer.zero_grad()
    assert model.weight.grad is None


def test_it_goes_on_from_what_it_remembers() -> None:
    torch.manual_seed(0)
    whole = nn.Linear(5, 3)
    optimizer = new_optimizer(whole, CONFIG)
    steps(whole, optimizer, range(4))
    half = copy.deepcopy(whole)
    again = new_optimizer(half, CONFIG)
    again.load_state_dict(copy.deepcopy(optimizer.state_dict()))
    steps(whole, optimizer, range(4, 9))
    steps(half, again, range(4, 9))
    assert torch.equal(whole.weight, half.weight)
