"""Tests of rows with other weights, and of their links."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from model.inference.edited_row import EditedRow, format_rows, parse_rows, pin_row, set_weights
from model.inference.named_head import Head
from model.transformer.config import MAX_LENGTH, ModelConfig
from model.transformer.kind import Kind

CONFIG = ModelConfig(n_layers=2, n_heads=4)
HEADS = st.builds(Head, st.sampled_from(Kind), st.integers(0, 1), st.integers(0, 3))
ROWS = arrays.arrays(np.float32, st.integers(1, 30), elements=st.floats(0, 1, width=32))


@given(st.lists(st.tuples(HEADS, ROWS, st.integers(0, 10), st.integers(0, 100))))
def test_rows_come_back_from_a_link_in_order(edits: list[tuple[Head, np.ndarray, int, int]]) -> None:
    rows = {}
    for head, weights, offset, percent in edits:
        row = offset + (len(weights) - 1 if head.kind is Kind.DECODER else 0)
        rows[head, row] = EditedRow(head, row, set_weights(weights, {len(weights) // 2: percent}))
    assert parse_rows(format_rows(list(rows.values())), CONFIG) == (tuple(sorted(rows.values())), ())


def test_a_row_on_one_key_has_a_brief_link() -> None:
    head = Head(Kind.CROSS, 1, 2)
    assert format_rows([pin_row(head, 3, 0)]) == "cross-2-3-4-1"
    assert format_rows([EditedRow(head, 3, ((0, 30), (4, 70)))]) == "cross-2-3-4-1_30-5_70"


@given(ROWS, st.data(), st.integers(0, 100))
def test_an_edited_weight_is_kept_and_all_are_a_hundred(weights: np.ndarray, data: st.DataObject, percent: int) -> None:
    key = data.draw(st.integers(0, len(weights) - 1))
    edited = dict(set_weights(weights, {key: percent}))
    assert sum(edited.values()) == 100
    assert edited.get(key, 0) == (percent if len(weights) > 1 else 100)
    assert all(edited.values())


def test_the_other_weights_keep_their_proportions() -> None:
    assert set_weights(np.float32([0.2, 0.6, 0.2]), {0: 60}) == ((0, 60), (1, 30), (2, 10))
    assert set_weights(np.float32([0, 0, 0]), {1: 50}) == ((0, 25), (1, 50), (2, 25))
    assert set_weights(np.float32([1 / 3, 1 / 3, 1 / 3, 0]), {3: 0}) == ((0, 34), (1, 33), (2, 33))


@given(ROWS, st.data())
def test_several_edited_weights_are_kept_if_another_key_can_take_the_rest(
    weights: np.ndarray, data: st.DataObject
) -> None:
    percents = data.draw(st.dictionaries(st.integers(0, len(weights) - 1), st.integers(0, 100), min_size=1))
    edited = dict(set_weights(weights, percents))
    assert sum(edited.values()) == 100
    if sum(percents.values()) <= 100 and len(percents) < len(weights):
        assert {key: edited.get(key, 0) for key in percents} == percents


def test_several_edited_weights_are_scaled_where_they_cannot_be_kept() -> None:
    row = np.float32([0.2, 0.6, 0.2])
    assert set_weights(row, {0: 40, 1: 30}) == ((0, 40), (1, 30), (2, 30))
    assert set_weights(row, {0: 100, 1: 100}) == ((0, 50), (1, 50))
    assert set_weights(row, {0: 10, 1: 10, 2: 30}) == ((0, 20), (1, 20), (2, 60))
    assert set_weights(row, {0: 0, 1: 0, 2: 0}) == ((0, 34), (1, 33), (2, 33))


@pytest.mark.parametrize(
    "part",
    [
        *("cross-3-1-1-1", "cross-1-1-0-1", "cross-1-1-1", "decoder-1-1-1-2", "x", "cross-1-1-1-0"),
        *("cross-1-1-1-1_50", "cross-1-1-1-1_50-1_50", "cross-1-1-1-1_0-2_100", "cross-1-1-1-1_60-2_60"),
        *("decoder-1-1-2-1_50-3_50", "cross-1-1-1-1_50-", "cross-1-1-1-1-2", "cross-1-1-1-1_30-1_100"),
        *("cross-1-1-1025-1", "cross-1-1-1-1025"),
    ],
)
def test_a_row_that_cannot_be_is_rejected_alone(part: str) -> None:
    assert parse_rows(f"{part}.cross-1-2-3-4", CONFIG) == ((pin_row(Head(Kind.CROSS, 0, 1), 2, 3),), (part,))


def test_the_last_row_and_key_come_back_from_a_link() -> None:
    row = pin_row(Head(Kind.CROSS, 0, 1), MAX_LENGTH - 1, MAX_LENGTH - 1)
    assert parse_rows(format_rows([row]), CONFIG) == ((row,), ())


def test_of_several_edits_of_one_row_the_last_counts() -> None:
    assert parse_rows("cross-1-2-3-4.cross-1-2-3-5", CONFIG) == ((pin_row(Head(Kind.CROSS, 0, 1), 2, 4),), ())


@given(st.text() | st.from_regex(r"cross-[12]-[1-4]-[0-9]{1,2}(-[0-9]{1,2}_[0-9]{1,3}){1,3}", fullmatch=True))
def test_what_is_read_from_any_text_is_read_again(text: str) -> None:
    rows, rejected = parse_rows(text, CONFIG)
    assert parse_rows(format_rows(rows), CONFIG) == (rows, ())
    assert all(part in text for part in rejected)
