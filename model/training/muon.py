"""Muon: AdamW, except that the matrices of the layers move along their orthogonalized momentum.

Every direction of a matrix then moves equally far, also those that few examples ask for, so that rare words are learned
in fewer steps (Jordan et al. 2024, https://kellerjordan.github.io/posts/muon; Liu et al. 2025, arXiv:2502.16982).
Embeddings, the output layer, norms and biases keep AdamW's update, as the authors advise.

``torch.optim.Muon`` loops over the matrices one by one, which for matrices this small takes longer than the training
step itself; here all of one shape are orthogonalized together.

Shapes: M matrices, R rows, C columns.
"""

from collections.abc import Iterator
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn

from model.training.adamw import AdamW

_COEFFICIENTS = (3.4445, -4.7750, 2.0315)  # of the quintic polynomial, by Jordan et al.
_ITERATIONS = 5
_LAYERS = ("encoder.", "decoder.", "layers.")  # names of the weights in the layers of a model


class Muon(AdamW):
    """AdamW with orthogonalized updates of the layers' matrices; its state is that of AdamW."""

    def __init__(self, model: nn.Module, **options: Any) -> None:
        super().__init__(model, **options)
        self._slices: dict[tuple[int, int], list[slice]] = {}  # of the flat weights, by the shape of the matrix
        for shape, part in _list_matrices(model):
            self._slices.setdefault(shape, []).append(part)

    @torch.no_grad()
    def step(self, closure: Any = None) -> None:  # type: ignore[override]
        """Update all weights from their gradients."""
        before = {shape: self._stack(self.weights, shape) for shape in self._slices}
        super().step()
        options = self.param_groups[0]
        momentum: Tensor = self.state[self.weights]["exp_avg"]
        for shape, matrices in before.items():
            update = orthogonalize(self._stack(momentum, shape))
            matrices.mul_(1 - options["lr"] * options["weight_decay"])
            matrices.sub_(update, alpha=options["lr"] * max(1.0, shape[0] / shape[1]) ** 0.5)
            for part, matrix in zip(self._slices[shape], matrices, strict=True):
                self.weights[part] = matrix.flatten()

    def _stack(self, flat: Tensor, shape: tuple[int, int]) -> Float[Tensor, "M R C"]:
        return torch.stack([flat[part] for part in self._slices[shape]]).view(-1, *shape)


def count_operations(model: nn.Module) -> int:
    """Return the floating-point operations that a step takes beyond those of AdamW."""
    shapes = [sorted(shape) for shape, _ in _list_matrices(model)]
    return _ITERATIONS * sum(4 * short**2 * long + 2 * short**3 for short, long in shapes)


def orthogonalize(matrices: Float[Tensor, "M R C"]) -> Float[Tensor, "M R C"]:
    """Return the nearest matrices whose singular values are about 1, by Newton-Schulz iteration."""
    is_tall = matrices.shape[1] > matrices.shape[2]
    x = matrices.transpose(1, 2) if is_tall else matrices
    x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-7)
    a, b, c = _COEFFICIENTS
    for _ in range(_ITERATIONS):
        gram = x @ x.transpose(1, 2)
        x = torch.baddbmm(x, torch.baddbmm(gram, gram, gram, beta=b, alpha=c), x, beta=a)
    return x.transpose(1, 2) if is_tall else x


def _list_matrices(model: nn.Module) -> Iterator[tuple[tuple[int, int], slice]]:
    """Yield the shape of each matrix of the layers, and its place in the flat weights."""
    start = 0
    for name, parameter in model.named_parameters():
        if parameter.dim() == 2 and name.startswith(_LAYERS):
            n_rows, n_columns = parameter.shape
            rows = n_columns if "in_proj" in name else n_rows  # fused projections are matrices of their own
            for first in range(start, start + n_rows * n_columns, rows * n_columns):
                yield (rows, n_columns), slice(first, first + rows * n_columns)
        start += parameter.numel()
