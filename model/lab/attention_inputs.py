"""The matrices one attention starts from: typed, drawn at random, or a named example.

Shapes: Q queries, K keys, D model width. Token vectors are rows; weights are (in, out).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]

MAX_SIZE = 64  # rows and columns of any matrix
MAX_SIDE = 2 * MAX_SIZE  # of the weights of a feed-forward network, which is wider inside
LARGEST = 1e38  # beyond it products and their sums leave what a number can hold
DIRECT = ("Q", "K", "V")
PROJECTED = ("X", "X_k", "X_v", "W_q", "W_k", "W_v", "W_o", "b_q", "b_k", "b_v", "b_o")
_NEEDED = ("X", "W_q", "W_k", "W_v")


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """What one attention computes from.

    Attributes:
        matrices: either Q, K and V, or X with the weights W_q, W_k, W_v. Then X_k is what keys come from (X if it is
            not there), X_v what values come from (X_k), W_o the output's weight, and b_… one row of biases each.
        n_heads: into how many heads Q, K and V are split.
        queries: a word for each row of Q, empty for plain numbers.
        keys: a word for each row of K.
        allowed: boolean (Q, K), what the model itself may look at; None for everything.
    """

    matrices: Mapping[str, Matrix]
    n_heads: int = 1
    queries: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    allowed: NDArray[np.bool_] | None = field(default=None)

    @property
    def is_projected(self) -> bool:
        """Whether Q, K and V are computed from X."""
        return "X" in self.matrices

    def with_matrices(self, matrices: Mapping[str, Matrix]) -> "Given":
        """The same with other numbers; words that no longer fit are left out."""
        first, second = (
            (matrices["X"], matrices.get("X_k", matrices["X"])) if "X" in matrices else (matrices["Q"], matrices["K"])
        )
        n_queries, n_keys = len(first), len(second)
        fits = self.allowed is not None and self.allowed.shape == (n_queries, n_keys)
        return replace(
            self,
            matrices=dict(matrices),
            queries=self.queries if len(self.queries) == n_queries else (),
            keys=self.keys if len(self.keys) == n_keys else (),
            allowed=self.allowed if fits else None,
        )


def checked(name: str, rows: object, most: int = MAX_SIZE) -> Matrix:
    """Numbers as a matrix of at most so many rows and columns.

    Raises:
        ValueError: a sentence that says what is wrong, and where.
    """
    try:
        matrix = np.array(rows, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} holds something that is not a number, or rows of different lengths.") from None
    if matrix.ndim != 2 or not matrix.size:
        raise ValueError(f"{name} is not a matrix: it has the shape {matrix.shape}.")
    if max(matrix.shape) > most:
        raise ValueError(f"{name} is {_size(matrix)}; this page takes up to {most} × {most}.")
    wrong = ~(np.abs(matrix) <= LARGEST)  # NaN compares False
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        value = matrix[row, column]
        what = "is empty or not a number" if np.isnan(value) else f"is {value:g}, and {LARGEST:g} is the most"
        raise ValueError(f"{name}, row {row + 1}, column {column + 1}, {what}.")
    return matrix


def checked_set(matrices: Mapping[str, object]) -> dict[str, Matrix]:
    """A whole set of matrices by name, as it comes from a file or from the page.

    Raises:
        ValueError: a name is unknown or missing, or the shapes do not fit; the message is a sentence.
    """
    is_projected = "X" in matrices
    known, needed = (PROJECTED, _NEEDED) if is_projected else (DIRECT, DIRECT)
    optional = [name for name in known if name not in needed]
    found = only(matrices, needed, optional, wanted="Q, K and V, or X with W_q, W_k and W_v")
    found = {name: found[name] for name in known if name in found}
    (_check_projected if is_projected else _check_direct)(found)
    return found


def only(
    matrices: Mapping[str, object],
    needed: Sequence[str],
    optional: Sequence[str] = (),
    *,
    wanted: str = "",
    most: int = MAX_SIZE,
) -> dict[str, Matrix]:
    """The matrices needed, those that may be there as well, and no others, each checked.

    Raises:
        ValueError: a name is unknown or missing, or a matrix is none; the message is a sentence.
    """
    known = (*needed, *optional)
    strange = [str(name)[:20] for name in matrices if name not in known]
    missing = [name for name in needed if name not in matrices]
    if strange or missing:
        is_or_are = "is" if len(missing) == 1 else "are"
        found = f"{', '.join(strange)} cannot be used" if strange else f"{', '.join(missing)} {is_or_are} missing"
        raise ValueError(f"{found}: give {wanted or ', '.join(needed)}.")
    return {name: checked(name, matrices[name], most) for name in known if name in matrices}


def _check_direct(matrices: Mapping[str, Matrix]) -> None:
    queries, keys, values = (matrices[name] for name in DIRECT)
    same(queries.shape[1] == keys.shape[1], "Q and K need the same number of columns", Q=queries, K=keys)
    same(len(keys) == len(values), "K and V need the same number of rows", K=keys, V=values)


def _check_projected(matrices: Mapping[str, Matrix]) -> None:
    x = matrices["X"]
    x_k = matrices.get("X_k", x)
    x_v = matrices.get("X_v", x_k)
    same(len(x_k) == len(x_v), "X_k and X_v need the same number of rows", X_k=x_k, X_v=x_v)
    for name, vectors in (("q", x), ("k", x_k), ("v", x_v)):
        weight = matrices[f"W_{name}"]
        same(
            vectors.shape[1] == len(weight),
            f"W_{name} needs one row for each column of its input",
            **{f"W_{name}": weight, "its input": vectors},
        )
    w_q, w_k, w_v = matrices["W_q"], matrices["W_k"], matrices["W_v"]
    same(w_q.shape[1] == w_k.shape[1], "W_q and W_k need the same number of columns", W_q=w_q, W_k=w_k)
    if "W_o" in matrices:
        same(w_v.shape[1] == len(matrices["W_o"]), "W_o needs a row per column of W_v", W_o=matrices["W_o"], W_v=w_v)
    for name in "qkvo":
        if f"b_{name}" in matrices:
            bias = matrices[f"b_{name}"]
            fits = f"W_{name}" in matrices and bias.shape == (1, matrices[f"W_{name}"].shape[1])
            same(fits, f"b_{name} needs one row, as wide as W_{name}", **{f"b_{name}": bias})


def same(fits: bool, rule: str, **matrices: Matrix) -> None:
    """Raise a ValueError that names the sizes of the matrices, unless they fit."""
    if not fits:
        sizes = ", ".join(f"{name} is {_size(matrix)}" for name, matrix in matrices.items())
        raise ValueError(f"{rule}: {sizes}.")


def _size(matrix: Matrix) -> str:
    return " × ".join(str(n) for n in matrix.shape)
