"""Layer norm against batch norm: the same formula along rows and down columns.

Shapes: R rows (tokens, examples), C columns (features).
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from model.lab.attention_inputs import Matrix, only

EPS = 1e-5  # what torch adds to the variance, so that nothing is divided by zero
EXAMPLE = {"X": np.array([[1.0, 2.0], [2.0, 3.0]])}


class Normalised(NamedTuple):
    """Means and biased variances, (R,) or (C,), and the result, (R, C)."""

    mean: Matrix
    variance: Matrix
    result: Matrix


def layer_norm(x: Matrix) -> Normalised:
    """Every row to mean 0 and variance 1 (Ba et al. 2016, arXiv:1607.06450)."""
    rows = torch.from_numpy(x)
    return _normalised(rows, 1, functional.layer_norm(rows, rows.shape[1:], eps=EPS))


def batch_norm(x: Matrix) -> Normalised:
    """Every column to mean 0 and variance 1, as in training (Ioffe & Szegedy 2015, arXiv:1502.03167).

    Raises:
        ValueError: there is one row only; the message is a sentence.
    """
    if len(x) < 2:
        raise ValueError(
            "Batch norm needs two rows at least: in a column of one number the mean is that number, its variance 0,"
            " and nothing of it is left. Layer norm does not mind, a row is enough for it."
        )
    rows = torch.from_numpy(x)
    return _normalised(rows, 0, functional.batch_norm(rows, None, None, training=True, eps=EPS))


def checked_rows(matrices: Mapping[str, object]) -> dict[str, Matrix]:
    """One matrix X, as it comes from a file or from the page.

    Raises:
        ValueError: it is missing, is not alone, or holds something else; the message is a sentence.
    """
    return only(matrices, needed=("X",))


def random_rows(seed: int, n_rows: int, width: int) -> dict[str, Matrix]:
    """Columns that differ in mean and spread, as features do, rounded so that cells show them whole."""
    draw = np.random.default_rng(seed)
    spread, mean = draw.uniform(0.5, 3, width), draw.uniform(-4, 4, width)
    return {"X": (draw.standard_normal((n_rows, width)) * spread + mean).round(2)}


def _normalised(rows: Tensor, axis: int, result: Tensor) -> Normalised:
    variance, mean = torch.var_mean(rows, dim=axis, correction=0)
    return Normalised(mean.numpy(), variance.numpy(), result.numpy())
