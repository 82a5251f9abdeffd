"""Tests of Muon: orthogonal updates of the layers' matrices, AdamW's for all other weights."""

from collections import OrderedDict

import pytest
import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode

from model.training.adamw import AdamW
from model.training.muon import Muon, count_operations, orthogonalize
from model.transformer.config import ModelConfig
from model.transformer.encoder_decoder import Transformer

OPTIONS = {"lr": 0.01, "weight_decay": 0.1, "betas": (0.9, 0.98)}


def build() -> Transformer:
    torch.manual_seed(0)
    return Transformer(ModelConfig(d_model=16, n_heads=2, d_ff=32), n_source=12, n_target=14)


def step(model: nn.Module, optimizer: AdamW, n: int = 3) -> None:
    torch.manual_seed(1)
    for _ in range(n):
        for parameter in model.parameters():
            assert parameter.grad is not None
            parameter.grad.copy_(torch.randn(parameter.shape))
        optimizer.step()


@pytest.mark.parametrize("shape", [(5, 8, 8), (2, 16, 8), (3, 8, 16)])
def test_the_singular_values_of_an_update_are_about_1(shape: tuple[int, int, int]) -> None:
    torch.manual_seed(0)
    values = torch.linalg.svdvals(orthogonalize(torch.randn(shape)))
    assert values.median() > 0.6
    assert values.max() < 1.3


def test_the_direction_of_a_diagonal_update_is_kept() -> None:
    update = orthogonalize(torch.diag(torch.tensor([3.0, -2.0, 1.0, 0.5]))[None])[0]
    assert (update - torch.diag(update.diagonal())).abs().max() < 1e-4
    assert update.diagonal().sign().tolist() == [1, -1, 1, 1]


def test_weights_outside_the_layers_move_as_with_adamw_and_matrices_do_not() -> None:
    models = build(), build()
    step(models[0], Muon(models[0], **OPTIONS))
    step(models[1], AdamW(models[1], **OPTIONS))
    for (name, ours), theirs in zip(models[0].named_parameters(), models[1].parameters(), strict=True):
        is_layer_matrix = ours.dim() == 2 and name.startswith(("encoder.", "decoder."))
        assert torch.equal(ours, theirs) is not is_layer_matrix, name


def test_fused_projections_are_orthogonalized_one_by_one() -> None:
    model = build()
    optimizer = Muon(model, lr=0.01, weight_decay=0.0, betas=(0.9, 0.98))
    fused = model.get_parameter("encoder.0.self_attn.in_proj.weight")
    before = fused.detach().clone()
    step(model, optimizer, 1)
    for moved, gradient in zip((fused.detach() - before).split(16), fused.grad.split(16), strict=True):
        torch.testing.assert_close(moved, -0.01 * orthogonalize(gradient[None])[0])


@pytest.mark.parametrize("shape", [(32, 8), (8, 32)])
def test_two_steps_of_a_matrix_agree_with_a_plain_loop(shape: tuple[int, int]) -> None:
    torch.manual_seed(0)
    model = nn.Sequential(OrderedDict(layers=nn.Sequential(nn.Linear(shape[1], shape[0], bias=False))))
    (weight,) = model.parameters()
    expected, momentum = weight.detach().clone(), torch.zeros(shape)
    optimizer = Muon(model, **OPTIONS)
    for gradient in torch.randn(2, *shape):
        weight.grad.copy_(gradient)
        optimizer.step()
        momentum = 0.9 * momentum + 0.1 * gradient
        length = 0.01 * (2 if shape == (32, 8) else 1)  # by √(rows / columns) longer where the matrix is tall
        expected = expected * (1 - 0.01 * 0.1) - length * orthogonalize(momentum[None])[0]
    torch.testing.assert_close(weight.detach(), expected)


def test_the_operations_of_a_step_are_counted_from_shapes() -> None:
    model = build()
    optimizer = Muon(model, **OPTIONS)
    for parameter in model.parameters():
        parameter.grad = torch.ones_like(parameter)
    with FlopCounterMode(display=False) as counter:
        optimizer.step()
    assert count_operations(model) == counter.get_total_flops()
