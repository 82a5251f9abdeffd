"""The inputs and outputs of every module of a network during a forward pass."""

from dataclasses import dataclass, field

from torch import Tensor, nn


@dataclass(frozen=True, slots=True)
class Activations:
    """Detached tensors by the module object they belong to.

    Attributes:
        inputs: the first argument of each module that takes a tensor.
        outputs: the output of each module that returns a tensor.
    """

    inputs: dict[nn.Module, Tensor] = field(default_factory=dict)
    outputs: dict[nn.Module, Tensor] = field(default_factory=dict)


def record_activations(network: nn.Module) -> Activations:
    """Hook every module of a network and return a record that fills while the network runs.

    The hooks stay: pass a network, or a copy of one, that nothing else uses.
    """
    activations = Activations()

    def keep(module: nn.Module, inputs: tuple[object, ...], output: object) -> None:
        if inputs and isinstance(inputs[0], Tensor):
            activations.inputs[module] = inputs[0].detach()
        if isinstance(output, Tensor):
            activations.outputs[module] = output.detach()

    for module in network.modules():
        module.register_forward_hook(keep)
    return activations
