"""Layer norm and batch norm: one formula along rows or down columns.

Shapes: R rows (tokens, examples), C columns (features).
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from model.lab.matrices import Matrix, check_matrices

EPS = 1e-5  # torch adds it to the variance to avoid a division by zero
EXAMPLE = {"X": np.array([[1.0, 2.0], [2.0, 3.0]])}


class Normalization(NamedTuple):
    """Means and biased variances, (R,) or (C,), and the normalized matrix, (R, C)."""

    mean: Matrix
    variance: Matrix
    result: Matrix


def layer_norm(x: Matrix) -> Normalization:
    """Normalize every row to mean 0 and variance 1 (Ba et al. 2016, arXiv:1607.06450)."""
    rows = torch.from_numpy(x)
    return _collect(rows, 1, functional.layer_norm(rows, rows.shape[1:], eps=EPS))


def batch_norm(x: Matrix) -> Normalization:
    """Normalize every column to mean 0 and variance 1, as in training (Ioffe & Szegedy 2015, arXiv:1502.03167).

    Raises:
        ValueError: there is only one row; the message is a sentence.
    """
    if len(x) < 2:
        raise ValueError(
            "Batch norm needs at least two rows: a column of one number has variance 0 and becomes 0."
            " Layer norm needs only one row."
        )
    rows = torch.from_numpy(x)
    return _collect(rows, 0, functional.batch_norm(rows, None, None, training=True, eps=EPS))


def check_rows(matrices: Mapping[str, object]) -> dict[str, Matrix]:
    """Check the one matrix X, uploaded or edited.

    Raises:
        ValueError: X is missing or invalid, or there are other matrices; the message is a sentence.
    """
    return check_matrices(matrices, ("X",))


def random_rows(seed: int, n_rows: int, width: int) -> dict[str, Matrix]:
    """Return random columns that differ in mean and spread, as features do, rounded to two decimals."""
    draw = np.random.default_rng(seed)
    spread, mean = draw.uniform(0.5, 3, width), draw.uniform(-4, 4, width)
    return {"X": (draw.standard_normal((n_rows, width)) * spread + mean).round(2)}


def _collect(rows: Tensor, axis: int, result: Tensor) -> Normalization:
    variance, mean = torch.var_mean(rows, dim=axis, correction=0)
    return Normalization(mean.numpy(), variance.numpy(), result.numpy())
