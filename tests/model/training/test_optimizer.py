"""The optimizer equals PyTorch's own, over all weights as one tensor, and resumes from its state."""

import copy

import torch
from torch import Tensor, nn

from model.training.adamw import AdamW
from model.training.config import TrainingConfig
from model.training.optimizer import backpropagate, build_optimizer

CONFIG = TrainingConfig(learning_rate=0.05)


def new_model() -> nn.Module:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(5, 3), nn.ReLU(), nn.Linear(3, 7, bias=False))


def losses(model: nn.Module, seeds: range) -> list[Tensor]:
    inputs = (torch.randn(7, 5, generator=torch.Generator().manual_seed(seed)) for seed in seeds)
    return [model(x).square().sum() for x in inputs]


def steps(model: nn.Module, optimizer: AdamW, seeds: range) -> None:
    for seed in seeds:
        backpropagate(optimizer, *losses(model, range(seed, seed + 1)))
        nn.utils.clip_grad_norm_(optimizer.weights, 1.0)
        optimizer.step()


def weights(model: nn.Module) -> Tensor:
    return nn.utils.parameters_to_vector(model.parameters()).detach()


def test_it_takes_the_steps_of_torchs_adamw() -> None:
    ours, theirs = new_model(), new_model()
    optimizer = build_optimizer(ours, CONFIG)
    plain = torch.optim.AdamW(
        theirs.parameters(), lr=CONFIG.learning_rate, weight_decay=CONFIG.weight_decay, betas=(0.9, 0.98)
    )
    norms = []
    for seed in range(9):
        steps(ours, optimizer, range(seed, seed + 1))
        plain.zero_grad()
        losses(theirs, range(seed, seed + 1))[0].backward()
        norms.append(float(nn.utils.clip_grad_norm_(theirs.parameters(), 1.0)))
        plain.step()
        torch.testing.assert_close(weights(ours), weights(theirs))
    assert min(norms) < 1 < max(norms)  # some gradients are clipped, some are not


def test_weights_keep_their_values_shapes_and_names() -> None:
    plain, ours = new_model(), new_model()
    build_optimizer(ours, CONFIG)
    assert ours.state_dict().keys() == plain.state_dict().keys()
    for name, weight in plain.state_dict().items():
        assert torch.equal(ours.state_dict()[name], weight)


def test_a_copy_of_the_model_is_not_trained_with_it() -> None:
    model = new_model()
    optimizer = build_optimizer(model, CONFIG)
    before, kept = weights(model), copy.deepcopy(model)
    steps(model, optimizer, range(2))
    assert torch.equal(weights(kept), before)
    assert not torch.equal(weights(model), before)


def test_no_gradient_is_left_over_from_a_step() -> None:
    model = new_model()
    optimizer = build_optimizer(model, CONFIG)
    steps(model, optimizer, range(1))
    backpropagate(optimizer, *losses(model, range(3, 4)))
    fresh = new_model()
    fresh.load_state_dict(model.state_dict())
    losses(fresh, range(3, 4))[0].backward()
    for ours, theirs in zip(model.parameters(), fresh.parameters(), strict=True):
        assert ours.grad is not None
        torch.testing.assert_close(ours.grad, theirs.grad)


def test_it_goes_on_from_what_it_remembers() -> None:
    whole = new_model()
    optimizer = build_optimizer(whole, CONFIG)
    steps(whole, optimizer, range(4))
    half = copy.deepcopy(whole)
    again = build_optimizer(half, CONFIG)
    again.load_state_dict(copy.deepcopy(optimizer.state_dict()))
    steps(whole, optimizer, range(4, 9))
    steps(half, again, range(4, 9))
    assert torch.equal(weights(whole), weights(half))
