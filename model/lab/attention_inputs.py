"""The matrices that one attention computes from.

Shapes: Q queries, K keys, D model width. Token vectors are rows; weights are (in, out).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from model.lab.matrices import Matrix, check_matrices, check_sizes

DIRECT = ("Q", "K", "V")
PROJECTED_NAMES = ("X", "X_k", "X_v", "W_q", "W_k", "W_v", "W_o", "b_q", "b_k", "b_v", "b_o")
_REQUIRED = ("X", "W_q", "W_k", "W_v")
_BIASES = ("b_q", "b_k", "b_v", "b_o")


@dataclass(frozen=True, slots=True, eq=False)
class AttentionInputs:
    """Matrices by name, with the tokens that their rows stand for.

    Attributes:
        matrices: either Q, K and V, or X with the weights W_q, W_k, W_v. Optional beside X: X_k, the source of keys
            (X by default); X_v, the source of values (X_k by default); W_o, the output projection; and b_q, b_k, b_v,
            b_o, one row of biases each.
        n_heads: number of heads that the numbers were made for; ``AttentionOptions`` decide how many are computed.
        queries: a token for each row of Q; empty for plain numbers.
        keys: a token for each row of K.
        allowed: boolean (Q, K), the model's own mask; None allows everything.
    """

    matrices: Mapping[str, Matrix]
    n_heads: int = 1
    queries: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    allowed: NDArray[np.bool_] | None = None

    @property
    def is_projected(self) -> bool:
        """True if Q, K and V are projections of X."""
        return "X" in self.matrices

    def name_rows(self, name: str) -> tuple[str, ...]:
        """Return a token for each row of a matrix; nothing if its rows stand for no tokens."""
        if name in ("Q", "X"):
            return self.queries
        return self.keys if name in ("K", "V", "X_k", "X_v") else ()

    def with_matrices(self, matrices: Mapping[str, Matrix]) -> "AttentionInputs":
        """Return a copy with other matrices, without the tokens and the mask that do not fit them."""
        if "X" in matrices:
            n_queries, n_keys = len(matrices["X"]), len(matrices.get("X_k", matrices["X"]))
        else:
            n_queries, n_keys = len(matrices["Q"]), len(matrices["K"])
        fits = self.allowed is not None and self.allowed.shape == (n_queries, n_keys)
        return replace(
            self,
            matrices=dict(matrices),
            queries=self.queries if len(self.queries) == n_queries else (),
            keys=self.keys if len(self.keys) == n_keys else (),
            allowed=self.allowed if fits else None,
        )


def check_inputs(matrices: Mapping[str, object]) -> dict[str, Matrix]:
    """Check the matrices of one attention, uploaded or edited.

    Raises:
        ValueError: a name is unknown or missing, or the shapes do not fit; the message is a sentence.
    """
    is_projected = "X" in matrices
    names, required = (PROJECTED_NAMES, _REQUIRED) if is_projected else (DIRECT, DIRECT)
    optional = [name for name in names if name not in required]
    expected = "Q, K and V, or X with W_q, W_k and W_v"
    checked = check_matrices(matrices, required, optional, expected=expected, of_one_row=_BIASES)
    checked = {name: checked[name] for name in names if name in checked}
    (_check_projected if is_projected else _check_direct)(checked)
    return checked


def _check_direct(matrices: Mapping[str, Matrix]) -> None:
    queries, keys, values = (matrices[name] for name in DIRECT)
    check_sizes(queries.shape[1] == keys.shape[1], "Q and K need the same number of columns", Q=queries, K=keys)
    check_sizes(len(keys) == len(values), "K and V need the same number of rows", K=keys, V=values)


def _check_projected(matrices: Mapping[str, Matrix]) -> None:
    x = matrices["X"]
    x_k = matrices.get("X_k", x)
    x_v = matrices.get("X_v", x_k)
    check_sizes(len(x_k) == len(x_v), "X_k and X_v need the same number of rows", X_k=x_k, X_v=x_v)
    for name, vectors in (("q", x), ("k", x_k), ("v", x_v)):
        weight = matrices[f"W_{name}"]
        check_sizes(
            vectors.shape[1] == len(weight),
            f"W_{name} needs one row for each column of its input",
            **{f"W_{name}": weight, "its input": vectors},
        )
    w_q, w_k, w_v = matrices["W_q"], matrices["W_k"], matrices["W_v"]
    check_sizes(w_q.shape[1] == w_k.shape[1], "W_q and W_k need the same number of columns", W_q=w_q, W_k=w_k)
    if "W_o" in matrices:
        w_o = matrices["W_o"]
        check_sizes(w_v.shape[1] == len(w_o), "W_o needs one row for each column of W_v", W_o=w_o, W_v=w_v)
    for name in "qkvo":
        if f"b_{name}" in matrices:
            bias = matrices[f"b_{name}"]
            fits = f"W_{name}" in matrices and bias.shape == (1, matrices[f"W_{name}"].shape[1])
            check_sizes(fits, f"b_{name} needs one row, as wide as W_{name}", **{f"b_{name}": bias})
