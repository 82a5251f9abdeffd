"""Edited cells in a link: what is written is read again, and anything else is told."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.lab.attention_examples import HAND
from ui.widgets.edited_cells import MOST, applied, written

FOUND = HAND.matrices


def edited(*cells: tuple[str, int, int, float]) -> dict[str, np.ndarray]:
    copy = {name: matrix.copy() for name, matrix in FOUND.items()}
    for name, row, column, value in cells:
        copy[name][row, column] = value
    return copy


def test_a_link_is_short_and_says_which_cells() -> None:
    text = written(FOUND, edited(("Q", 0, 1, 9.0), ("K", 2, 3, -0.25)))
    assert text.split(" ")[1:] == ["Q~1~2~9", "K~3~4~-0.25"]
    assert written(FOUND, FOUND) == ""


@given(st.floats(-1e38, 1e38), st.integers(0, 2), st.integers(0, 3))
def test_what_is_written_is_read_again(value: float, row: int, column: int) -> None:
    changed = edited(("V", row, column, value))
    read = applied(FOUND, written(FOUND, changed))
    assert all(np.array_equal(read[name], changed[name]) for name in FOUND)
    assert FOUND["V"][row, column] == HAND.matrices["V"][row, column]


MARK = written(FOUND, edited(("Q", 0, 0, 5.0))).split(" ")[0]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{MARK} Q~9~9~1", "no such cell"),
        (f"{MARK} Z~1~1~1", "no such cell"),
        (f"{MARK} Q~0~1~1", "no such cell"),
        (f"{MARK} Q~1~1~nan", "not a number"),
        (f"{MARK} Q~1~1~1e999", "not a number"),
        (f"{MARK} Q~1~1~cat", "not a number"),
        (f"{MARK} Q~1~1", "cannot be read"),
        (f"{MARK} Q~١~1~1", "cannot be read"),
        (f"{MARK} " + "Q~1~1~1 " * (MOST + 1), "too many"),
        ("00000000 Q~1~1~1", "other numbers"),
        ("<script>", "other numbers"),
        ("9" * 400, "other numbers"),
    ],
)
def test_nonsense_is_told(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        applied(FOUND, text)


def test_nothing_and_too_much_change_nothing() -> None:
    assert applied(FOUND, "")["Q"] is FOUND["Q"]
    many = {"X": np.zeros((9, 9))}
    assert written(many, {"X": np.ones((9, 9))}) == ""
