"""A residual in pre-norm and post-norm order is its definition."""

import numpy as np
import pytest

from model.lab.feed_forward import EXAMPLE, compute_feed_forward
from model.lab.normalization import layer_norm
from model.lab.residual_connection import compute_residual
from model.transformer.config import Norm
from tests.model.lab.numbers import close


@pytest.mark.parametrize("extra", [{}, {"gain": np.array([[2.0, 1, 1, 0.5]]), "shift": np.array([[0.0, 1, 0, 0]])}])
def test_residuals_normalize_before_or_after(extra: dict[str, np.ndarray]) -> None:
    m = EXAMPLE | extra
    gain, shift = m.get("gain", 1.0), m.get("shift", 0.0)

    def norm(x: np.ndarray) -> np.ndarray:
        return layer_norm(x).result * gain + shift

    def network(x: np.ndarray) -> np.ndarray:
        return compute_feed_forward({**m, "X": x}).output

    pre, post = compute_residual(m, Norm.PRE), compute_residual(m, Norm.POST)
    close(pre.normed, norm(m["X"]), 1e-9)
    close(pre.update, network(norm(m["X"])), 1e-9)
    close(pre.output, m["X"] + network(norm(m["X"])), 1e-9)
    close(pre.summed, pre.output, 1e-9)
    close(post.update, network(m["X"]), 1e-9)
    close(post.summed, m["X"] + network(m["X"]), 1e-9)
    close(post.output, norm(m["X"] + network(m["X"])), 1e-9)
    close(post.normed, post.output, 1e-9)
