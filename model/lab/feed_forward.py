"""The position-wise network and its residual on given numbers, run by the layers the translator is made of.

Shapes: T tokens, D model width, F width inside. Weights are (in, out).
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.utils import skip_init

from model.inference.translator import Translator
from model.lab.activations import listen
from model.lab.attention_inputs import MAX_SIDE, Matrix, only, same
from model.lab.residual_stream import Reading
from model.seeding import seeded
from model.transformer.config import ModelConfig, Norm
from model.transformer.layers import DecoderLayer, EncoderLayer, FeedForward, Residual

NEEDED = ("X", "W_1", "b_1", "W_2", "b_2")
OPTIONAL = ("gain", "shift")  # of the layer norm, one row each
EXAMPLE = {
    "X": np.array([[1, 2, 0, -1], [0, 1, -2, 1], [3, 0, 1, 2]], float),
    "W_1": np.array([[1, 0, -1, 0, 1, 0], [0, 1, 0, -1, 1, 0], [1, 0, 1, 0, 0, -1], [0, 1, 0, 1, 0, 1]], float),
    "b_1": np.array([[0, 0, 1, -1, 0, 0]], float),
    "W_2": np.array([[1, 0, 0, 1], [0, 1, 0, 0], [1, 0, -1, 0], [0, 0, 1, 0], [0, -1, 0, 1], [0, 0, 1, 0]], float),
    "b_2": np.array([[0, 0.5, 0, 0]]),
}


class Transformed(NamedTuple):
    """The feed-forward network, stage by stage: (T, F), (T, F), (T, D)."""

    expanded: Matrix
    activated: Matrix
    output: Matrix


class Around(NamedTuple):
    """A residual around the network, stage by stage, (T, D) each.

    ``normed`` is the network's input in pre-norm and the ``output`` in post-norm.
    """

    normed: Matrix
    changed: Matrix
    summed: Matrix
    output: Matrix


@torch.inference_mode()
def transform(matrices: Mapping[str, Matrix]) -> Transformed:
    """max(0, X W_1 + b_1) W_2 + b_2 (Vaswani et al. 2017, section 3.3)."""
    network = _network(matrices)
    heard = listen(network)
    output = network(_rows(matrices["X"]))
    return Transformed(_numbers(heard.outputs["expand"]), _numbers(heard.inputs["contract"]), _numbers(output))


@torch.inference_mode()
def around(matrices: Mapping[str, Matrix], norm: Norm) -> Around:
    """The network in its residual: x + f(norm(x)) in pre-norm, norm(x + f(x)) in post-norm."""
    width = matrices["X"].shape[1]
    residual = Residual(ModelConfig(norm=norm))
    residual.norm = nn.LayerNorm(width).double()
    for name, parameter in zip(OPTIONAL, (residual.norm.weight, residual.norm.bias), strict=True):
        if name in matrices:
            parameter.copy_(torch.from_numpy(matrices[name][0]))
    network = _network(matrices)
    heard, inside = listen(residual), listen(network)
    output = residual(_rows(matrices["X"]), network)
    return Around(
        normed=_numbers(heard.outputs["norm"]),
        changed=_numbers(inside.outputs[""]),
        summed=_numbers(output if norm is Norm.PRE else heard.inputs["norm"]),
        output=_numbers(output),
    )


def moved(matrices: Mapping[str, Matrix], row: int, by: float) -> Matrix:
    """How the network's output changes, (T, D), when ``by`` is added to one row of X, counted from 0."""
    nudged = matrices["X"].copy()
    nudged[row] += by
    return transform({**matrices, "X": nudged}).output - transform(matrices).output


def checked_network(matrices: Mapping[str, object]) -> dict[str, Matrix]:
    """X and the weights of a network, as they come from a file or from the page.

    Raises:
        ValueError: a name is unknown or missing, or the shapes do not fit; the message is a sentence.
    """
    found = only(matrices, needed=NEEDED, optional=OPTIONAL, most=MAX_SIDE)
    x, w_1, w_2 = found["X"], found["W_1"], found["W_2"]
    same(x.shape[1] == len(w_1), "W_1 needs one row for each column of X", W_1=w_1, X=x)
    same(w_1.shape[1] == len(w_2), "W_2 needs one row for each column of W_1", W_2=w_2, W_1=w_1)
    same(w_2.shape[1] == x.shape[1], "W_2 needs as many columns as X", W_2=w_2, X=x)
    for name, width in (("b_1", len(w_2)), ("b_2", x.shape[1]), ("gain", x.shape[1]), ("shift", x.shape[1])):
        if name in found:
            same(found[name].shape == (1, width), f"{name} is one row of {width}", **{name: found[name]})
    return found


def random_network(seed: int, n_tokens: int, width: int) -> dict[str, Matrix]:
    """Token vectors and a network twice as wide inside, rounded so that cells show them whole."""
    draw = np.random.default_rng(seed)

    def weight(n_in: int, n_out: int) -> Matrix:
        return (draw.standard_normal((n_in, n_out)) / np.sqrt(n_in)).round(2)

    x = draw.standard_normal((n_tokens, width)).round(2)
    parts = {"W_1": weight(width, 2 * width), "b_1": weight(1, 2 * width) / 10}
    return {"X": x, **parts, "W_2": weight(2 * width, width), "b_2": weight(1, width) / 10}


def taken_network(
    translator: Translator, reading: Reading, part: str, layer: int, *, with_norm: bool
) -> dict[str, Matrix]:
    """The feed-forward network of one block, and what a sentence puts into it.

    Args:
        translator: whose weights.
        reading: of the sentence, by this translator.
        part: "encoder" or "decoder".
        layer: counted from 0.
        with_norm: X is the stream before the residual, with its norm; else what reaches the network itself.
    """
    sublayer = reading[part].blocks[layer][-1]
    block = (translator.model.encoder if part == "encoder" else translator.model.decoder)[layer]
    if not isinstance(block, EncoderLayer | DecoderLayer):
        raise TypeError(f"{part} layer {layer} is no block")
    network, norm = block.feed_forward, block.residuals[-1].norm
    is_pre = translator.model.config.norm is Norm.PRE
    x = sublayer.normed if is_pre and not with_norm else sublayer.x
    found = {"X": x.astype(np.float64)}
    for number, linear in ((1, network.expand), (2, network.contract)):
        found |= {f"W_{number}": _parameter(linear.weight.T), f"b_{number}": _parameter(linear.bias[None])}
    if with_norm and isinstance(norm, nn.LayerNorm):
        found |= {"gain": _parameter(norm.weight[None]), "shift": _parameter(norm.bias[None])}
    return found


def _network(matrices: Mapping[str, Matrix]) -> FeedForward:
    """The translator's own layer, with these numbers for its weights."""
    with seeded(0):  # what is drawn here for nothing must not be missing in a training that goes on meanwhile
        network = FeedForward(ModelConfig())
    network.expand, network.contract = (_linear(matrices[f"W_{number}"], matrices[f"b_{number}"]) for number in (1, 2))
    return network


def _linear(weight: Matrix, bias: Matrix) -> nn.Linear:
    linear = skip_init(nn.Linear, weight.shape[0], weight.shape[1], dtype=torch.float64)
    linear.weight.copy_(torch.from_numpy(weight.T))
    linear.bias.copy_(torch.from_numpy(bias[0]))
    return linear


def _rows(x: Matrix) -> Tensor:
    return torch.from_numpy(x)[None]


def _numbers(x: Tensor) -> Matrix:
    numbers: Matrix = x[0].numpy()
    return numbers


def _parameter(x: Tensor) -> Matrix:
    return x.detach().cpu().numpy().astype(np.float64)
