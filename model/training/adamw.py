"""AdamW over all weights of a model as one tensor (Loshchilov & Hutter 2019, arXiv:1711.05101)."""

import inspect
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn


class AdamW(torch.optim.AdamW):
    """``torch.optim.AdamW`` over all weights of a model as one tensor, for models that are not compiled.

    PyTorch's own loops over the weight tensors several times a step, which for many small tensors takes longer than
    the arithmetic. Its methods are also decorated for ``torch.compile``: the first call of any of them imports the
    compiler, which takes as long as some forty steps of the default training. Here they are undecorated.

    The model's weights and gradients become views of ``weights`` and its gradient. They must not be replaced, as
    ``model.to`` and ``model.zero_grad`` do.

    Attributes:
        weights: all weights of the model.
    """

    add_param_group = inspect.unwrap(torch.optim.AdamW.add_param_group)
    state_dict = inspect.unwrap(torch.optim.AdamW.state_dict)
    load_state_dict = inspect.unwrap(torch.optim.AdamW.load_state_dict)
    step = torch.no_grad()(inspect.unwrap(torch.optim.AdamW.step))

    def __init__(self, model: nn.Module, **options: Any) -> None:
        self.weights, self._gradient = _flatten(list(model.parameters()))
        super().__init__([self.weights], **options)

    def zero_grad(self, set_to_none: bool = False) -> None:
        """Fill the gradients with zeros; ``set_to_none`` is ignored, as it would leave the model dangling views."""
        self._gradient.zero_()


def _flatten(parameters: Sequence[nn.Parameter]) -> tuple[nn.Parameter, Tensor]:
    """Return all weights as one parameter, and its gradient; make the given parameters views of both."""
    values = torch.cat([parameter.detach().flatten() for parameter in parameters])
    gradient = torch.zeros_like(values)
    sizes = [parameter.numel() for parameter in parameters]
    for parameter, *parts in zip(parameters, values.split(sizes), gradient.split(sizes), strict=True):
        parameter.data, parameter.grad = (part.view_as(parameter) for part in parts)
    weights = nn.Parameter(values)
    weights.grad = gradient
    return weights, gradient
