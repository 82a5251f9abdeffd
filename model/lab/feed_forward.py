"""The position-wise feed-forward network on any numbers, computed by the translator's own layer.

Shapes: T tokens, D model width, F inner width. Weights are (in, out), biases one row.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn.utils import skip_init

from model.lab.activations import record_activations
from model.lab.matrices import MAX_WIDE_SIZE, Matrix, check_matrices, check_sizes
from model.seeding import seeded
from model.transformer.config import ModelConfig
from model.transformer.layers import FeedForward

_NETWORK = ("X", "W_1", "b_1", "W_2", "b_2")
NORM = ("gain", "shift")  # of the layer norm in the residual, one row each
EXAMPLE = {
    "X": np.array([[1, 2, 0, -1], [0, 1, -2, 1], [3, 0, 1, 2]], float),
    "W_1": np.array([[1, 0, -1, 0, 1, 0], [0, 1, 0, -1, 1, 0], [1, 0, 1, 0, 0, -1], [0, 1, 0, 1, 0, 1]], float),
    "b_1": np.array([[0, 0, 1, -1, 0, 0]], float),
    "W_2": np.array([[1, 0, 0, 1], [0, 1, 0, 0], [1, 0, -1, 0], [0, 0, 1, 0], [0, -1, 0, 1], [0, 0, 1, 0]], float),
    "b_2": np.array([[0, 0.5, 0, 0]]),
}


class FeedForwardStages(NamedTuple):
    """Every stage of the network: (T, F), (T, F), (T, D)."""

    expanded: Matrix
    activated: Matrix
    output: Matrix


@torch.inference_mode()
def compute_feed_forward(matrices: Mapping[str, Matrix]) -> FeedForwardStages:
    """Compute max(0, X W_1 + b_1) W_2 + b_2 (Vaswani et al. 2017, section 3.3)."""
    network = build_network(matrices)
    activations = record_activations(network)
    output = network(torch.from_numpy(matrices["X"])[None])
    stages = (activations.outputs[network.expand], activations.inputs[network.contract], output)
    return FeedForwardStages(*(stage[0].numpy() for stage in stages))


def compute_row_effect(matrices: Mapping[str, Matrix], row: int, by: float) -> Matrix:
    """Return the change of the network's output, (T, D), when ``by`` is added to one row of X, counted from 0."""
    moved = matrices["X"].copy()
    moved[row] += by
    return compute_feed_forward({**matrices, "X": moved}).output - compute_feed_forward(matrices).output


def build_network(matrices: Mapping[str, Matrix]) -> FeedForward:
    """Return the translator's own layer with these matrices as its weights, in double precision."""
    with seeded(0):  # keeps the layer's unused initial weights from changing a training that runs at the same time
        network = FeedForward(ModelConfig())
    network.expand, network.contract = (_linear(matrices[f"W_{number}"], matrices[f"b_{number}"]) for number in (1, 2))
    return network


def check_network(matrices: Mapping[str, object]) -> dict[str, Matrix]:
    """Check X and the weights of a network, uploaded or edited.

    Raises:
        ValueError: a name is unknown or missing, or the shapes do not fit; the message is a sentence.
    """
    checked = check_matrices(matrices, _NETWORK, NORM, max_size=MAX_WIDE_SIZE, of_one_row=("b_1", "b_2", *NORM))
    x, w_1, w_2 = checked["X"], checked["W_1"], checked["W_2"]
    check_sizes(x.shape[1] == len(w_1), "W_1 needs one row for each column of X", W_1=w_1, X=x)
    check_sizes(w_1.shape[1] == len(w_2), "W_2 needs one row for each column of W_1", W_2=w_2, W_1=w_1)
    check_sizes(w_2.shape[1] == x.shape[1], "W_2 needs as many columns as X", W_2=w_2, X=x)
    for name, width in (("b_1", len(w_2)), ("b_2", x.shape[1]), ("gain", x.shape[1]), ("shift", x.shape[1])):
        if name in checked:
            check_sizes(checked[name].shape == (1, width), f"{name} is one row of {width}", **{name: checked[name]})
    return checked


def random_network(seed: int, n_tokens: int, width: int) -> dict[str, Matrix]:
    """Return random token vectors and a network of twice their width, rounded to two decimals, its biases to three."""
    draw = np.random.default_rng(seed)

    def weight(n_in: int, n_out: int) -> Matrix:
        return _round(draw.standard_normal((n_in, n_out)) / np.sqrt(n_in), 2)

    x = _round(draw.standard_normal((n_tokens, width)), 2)
    parts = {"W_1": weight(width, 2 * width), "b_1": _round(weight(1, 2 * width) / 10, 3)}
    return {"X": x, **parts, "W_2": weight(2 * width, width), "b_2": _round(weight(1, width) / 10, 3)}


def _round(values: Matrix, n_digits: int) -> Matrix:
    """Round, and turn the negative zero of a small negative number into zero."""
    return values.round(n_digits) + 0.0


def _linear(weight: Matrix, bias: Matrix) -> nn.Linear:
    linear = skip_init(nn.Linear, weight.shape[0], weight.shape[1], dtype=torch.float64)
    linear.weight.copy_(torch.from_numpy(weight.T))
    linear.bias.copy_(torch.from_numpy(bias[0]))
    return linear
