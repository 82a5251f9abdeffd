"""The feed-forward network in its residual, in pre-norm and post-norm order, computed by the translator's own layer.

Shapes: T tokens, D model width.
"""

from collections.abc import Mapping
from typing import NamedTuple

import torch
from torch import nn

from model.lab.activations import record_activations
from model.lab.feed_forward import NORM, build_network
from model.lab.matrices import Matrix
from model.transformer.config import ModelConfig, Norm
from model.transformer.layers import Residual


class ResidualStages(NamedTuple):
    """Every stage of one residual, (T, D) each.

    Attributes:
        normed: the output of the norm: the network's input in pre-norm, ``output`` in post-norm.
        update: the output of the network.
        summed: X + update.
        output: of the residual.
    """

    normed: Matrix
    update: Matrix
    summed: Matrix
    output: Matrix


@torch.inference_mode()
def compute_residual(matrices: Mapping[str, Matrix], norm: Norm) -> ResidualStages:
    """Compute x + f(norm(x)) in pre-norm, norm(x + f(x)) in post-norm, where f is the feed-forward network."""
    residual = Residual(ModelConfig(norm=norm))
    residual.norm = nn.LayerNorm(matrices["X"].shape[1]).double()
    for name, parameter in zip(NORM, (residual.norm.weight, residual.norm.bias), strict=True):
        if name in matrices:
            parameter.copy_(torch.from_numpy(matrices[name][0]))
    network = build_network(matrices)
    outer, inner = record_activations(residual), record_activations(network)
    output = residual(torch.from_numpy(matrices["X"])[None], network)
    summed = output if residual.is_pre else outer.inputs[residual.norm]
    stages = (outer.outputs[residual.norm], inner.outputs[network], summed, output)
    return ResidualStages(*(stage[0].numpy() for stage in stages))
