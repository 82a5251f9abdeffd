"""Laws of the feed-forward network and the checks of its matrices."""

import math

import numpy as np
import pytest

from model.lab.feed_forward import EXAMPLE, check_network, compute_feed_forward, compute_row_effect, random_network
from tests.model.lab.numbers import close


def test_feed_forward_is_its_definition_at_every_position() -> None:
    m = random_network(3, 5, 4)
    stages = compute_feed_forward(m)
    expanded = m["X"] @ m["W_1"] + m["b_1"]
    close(stages.expanded, expanded, 1e-9)
    close(stages.activated, np.maximum(0, expanded), 1e-9)
    close(stages.output, np.maximum(0, expanded) @ m["W_2"] + m["b_2"], 1e-9)
    for row in range(5):
        alone = compute_feed_forward({**m, "X": m["X"][row : row + 1]}).output
        close(alone[0], stages.output[row], 1e-9)


def test_only_the_row_that_is_changed_changes() -> None:
    difference = compute_row_effect(random_network(3, 5, 4), row=2, by=1.0)
    assert (difference[[0, 1, 3, 4]] == 0).all()
    assert (difference[2] != 0).any()


def test_the_change_is_that_of_the_output_with_the_number_added() -> None:
    m = random_network(3, 5, 4)
    before, after = (np.maximum(0, x @ m["W_1"] + m["b_1"]) @ m["W_2"] for x in (m["X"][2], m["X"][2] + 0.5))
    close(compute_row_effect(m, row=2, by=0.5)[[2]], after - before, 1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_a_random_network_has_short_numbers_and_no_negative_zero(seed: int) -> None:
    for name, matrix in random_network(seed, 5, 8).items():
        texts = [repr(value) for value in matrix.ravel().tolist()]
        n_digits = 3 if name.startswith("b") else 2
        assert all(len(text.partition(".")[2]) <= n_digits and text != "-0.0" for text in texts), name


BAD = {
    "missing": ({"X": [[1]]}, "W_1, b_1, W_2, b_2 are missing"),
    "unknown": (EXAMPLE | {"Q": [[1]]}, "Q cannot be used"),
    "narrow": (EXAMPLE | {"X": [[1, 2]]}, "W_1 needs one row"),
    "inner": (EXAMPLE | {"W_2": np.ones((3, 4))}, "W_2 needs one row"),
    "output": (EXAMPLE | {"W_2": np.ones((6, 3))}, "as many columns as X"),
    "bias": (EXAMPLE | {"b_1": [[1, 2]]}, "b_1 is one row of 6"),
    "nan": (EXAMPLE | {"b_2": [[0, math.nan, 0, 0]]}, "b_2, row 1, column 2"),
    "wide": (EXAMPLE | {"X": np.ones((1, 129))}, "up to 128"),
}


@pytest.mark.parametrize(("matrices", "message"), BAD.values(), ids=BAD)
def test_networks_that_do_not_fit_are_refused(matrices: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check_network(matrices)


def test_rows_come_as_in_pytorch_too() -> None:
    network = random_network(3, 5, 4) | {"gain": np.ones((1, 4)), "shift": np.zeros((1, 4))}
    flat = {name: matrix[0] if len(matrix) == 1 else matrix for name, matrix in network.items()}
    assert all(np.array_equal(matrix, network[name]) for name, matrix in check_network(flat).items())
