"""Example inputs of one attention: small enough to compute by hand, or random."""

import numpy as np

from model.lab.attention_inputs import DIRECT, AttentionInputs
from model.lab.matrices import Matrix

HAND = AttentionInputs(
    {
        "Q": np.array([[1, 2, 3, 17], [4, 5, 6, 13], [7, 8, 9, 23]], float),
        "K": np.array([[14, 3, 1, 9], [5, 7, 18, 7], [6, 22, 9, 3]], float),
        "V": np.array([[10, 1, 9, 26], [13, 32, 4, 13], [7, 8, 3, 1]], float),
    }
)
PROJECTED = AttentionInputs(
    {
        "X": np.array([[1, 0, 1, 0], [0, 2, 0, 1], [1, 1, -1, 0]], float),
        "W_q": np.array([[1, 0, 1, 0], [0, 1, 0, -1], [0, 0, 1, 1], [1, 0, -1, 0]], float),
        "W_k": np.array([[0, 1, 0, 1], [1, 0, 0, 1], [1, 0, 1, 0], [0, -1, 1, 0]], float),
        "W_v": np.array([[2, 0, 1, 0], [0, 1, 0, 2], [1, 0, 0, 1], [0, 3, 1, 0]], float),
        "W_o": np.array([[1, 0, 0, 1], [0, 1, 1, 0], [0, -1, 1, 0], [1, 0, 0, -1]], float),
    },
    n_heads=2,
    queries=("she", "sees", "cats"),
    keys=("she", "sees", "cats"),
)
LENGTHS = AttentionInputs(
    {"Q": np.array([[0.3, -1.1], [0.8, 0.5]]), "K": np.ones((10, 2)), "V": np.arange(40, dtype=float).reshape(10, 4)}
)
# K and V are the identity: without the scale the scores are Q and the output is its softmax.
NINE = AttentionInputs({"Q": np.arange(1, 10, dtype=float).reshape(3, 3), "K": np.eye(3), "V": np.eye(3)})


def random_inputs(seed: int, n_tokens: int, width: int) -> AttentionInputs:
    """Return random token vectors and weights of a self-attention, rounded to two decimals."""
    draw = np.random.default_rng(seed)

    def weight() -> Matrix:
        return (draw.standard_normal((width, width)) / np.sqrt(width)).round(2)

    x = draw.standard_normal((n_tokens, width)).round(2)
    return AttentionInputs({"X": x, **{name: weight() for name in ("W_q", "W_k", "W_v", "W_o")}})


def random_sizes(seed: int) -> AttentionInputs:
    """Return random queries of width 5, keys of width 3 and values of width 2, with projections to one width."""
    draw = np.random.default_rng(seed)
    shapes = {"X": (3, 5), "X_k": (4, 3), "X_v": (4, 2), "W_q": (5, 4), "W_k": (3, 4), "W_v": (2, 4), "W_o": (4, 5)}
    matrices = {name: draw.standard_normal(shape).round(2) for name, shape in shapes.items()}
    return AttentionInputs(matrices, n_heads=2)


def list_head_counts(inputs: AttentionInputs) -> list[int]:
    """Return the numbers of heads that divide the widths of Q, K and V."""
    names = ("W_q", "W_k", "W_v") if inputs.is_projected else DIRECT
    widths = [inputs.matrices[name].shape[1] for name in names]
    return [n for n in range(1, min(widths) + 1) if not any(width % n for width in widths)]
