"""Edited cells survive a round trip through a link, and anything else is refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.lab.attention_examples import HAND
from ui.widgets.edited_cells import MAX_CELLS, apply_edits, format_edits

ORIGINAL = HAND.matrices


def edited(*cells: tuple[str, int, int, float]) -> dict[str, np.ndarray]:
    copy = {name: matrix.copy() for name, matrix in ORIGINAL.items()}
    for name, row, column, value in cells:
        copy[name][row, column] = value
    return copy


def test_a_link_lists_only_the_edited_cells() -> None:
    text = format_edits(ORIGINAL, edited(("Q", 0, 1, 9.0), ("K", 2, 3, -0.25)))
    assert text.split(" ")[1:] == ["Q~1~2~9", "K~3~4~-0.25"]
    assert format_edits(ORIGINAL, ORIGINAL) == ""


@given(st.floats(-1e38, 1e38), st.integers(0, 2), st.integers(0, 3))
def test_edits_come_back(value: float, row: int, column: int) -> None:
    changed = edited(("V", row, column, value))
    read = apply_edits(ORIGINAL, format_edits(ORIGINAL, changed))
    assert all(np.array_equal(read[name], changed[name]) for name in ORIGINAL)
    assert ORIGINAL["V"][row, column] == HAND.matrices["V"][row, column]


CHECKSUM = format_edits(ORIGINAL, edited(("Q", 0, 0, 5.0))).split(" ")[0]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{CHECKSUM} Q~9~9~1", "does not exist"),
        (f"{CHECKSUM} Z~1~1~1", "does not exist"),
        (f"{CHECKSUM} Q~0~1~1", "does not exist"),
        (f"{CHECKSUM} Q~1~1~nan", "not a number"),
        (f"{CHECKSUM} Q~1~1~1e999", "not a number"),
        (f"{CHECKSUM} Q~1~1~cat", "not a number"),
        (f"{CHECKSUM} Q~1~1", "cannot be read"),
        (f"{CHECKSUM} Q~١~1~1", "cannot be read"),
        (f"{CHECKSUM} " + "Q~1~1~1 " * (MAX_CELLS + 1), "too many"),
        ("00000000 Q~1~1~1", "other numbers"),
        ("<script>", "other numbers"),
        ("9" * 400, "other numbers"),
    ],
)
def test_nonsense_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        apply_edits(ORIGINAL, text)


def test_nothing_and_too_much_change_nothing() -> None:
    assert apply_edits(ORIGINAL, "")["Q"] is ORIGINAL["Q"]
    many = {"X": np.zeros((9, 9))}
    assert format_edits(many, {"X": np.ones((9, 9))}) == ""
