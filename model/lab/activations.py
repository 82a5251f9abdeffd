"""What passes through the modules of a network, by their names, from forward hooks."""

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import torch
from torch import Tensor, nn

from model.transformer.encoder_decoder import Transformer
from model.transformer.kind import Site
from model.transformer.taps import recording


@dataclass(frozen=True, slots=True)
class Heard:
    """What went into each module and what came out, detached; "" is the network itself.

    Attributes:
        inputs: the first argument of each module that takes a tensor.
        outputs: what came out of each module that gives a tensor.
        weights: per site the attention weights (H, Q, K), where a Transformer was listened to.
    """

    inputs: dict[str, Tensor] = field(default_factory=dict)
    outputs: dict[str, Tensor] = field(default_factory=dict)
    weights: dict[Site, Tensor] = field(default_factory=dict)


def listen(network: nn.Module) -> Heard:
    """Hook every module of a network that nobody else uses; what is heard fills up as it runs."""
    heard = Heard()
    for name, module in network.named_modules():
        module.register_forward_hook(partial(_keep, heard, name))
    return heard


@torch.inference_mode()
def hear(model: Transformer, source: Sequence[int], fed: Sequence[int]) -> Heard:
    """Read one sentence and all target tokens at once (teacher forcing), listening to every module.

    The model is copied, so that nobody else's translation is disturbed.

    Args:
        model: in evaluation mode.
        source: ids of the sentence.
        fed: ids of the tokens fed to the decoder, ``<bos>`` first.
    """
    model = copy.deepcopy(model)
    heard = listen(model)
    with recording() as recorder:
        model(torch.tensor([source], device=model.device), torch.tensor([fed], device=model.device))
    heard.weights.update({site: maps[0][0] for site, maps in recorder.captured.items()})
    return heard


def _keep(heard: Heard, name: str, _module: nn.Module, inputs: tuple[object, ...], output: object) -> None:
    if inputs and isinstance(inputs[0], Tensor):
        heard.inputs[name] = inputs[0].detach()
    if isinstance(output, Tensor):
        heard.outputs[name] = output.detach()
