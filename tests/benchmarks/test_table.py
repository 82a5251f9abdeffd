"""The table of measurements."""

import math

import pytest

from benchmarks.table import Row


@pytest.mark.parametrize(
    ("row", "is_reached"),
    [
        (Row("at the bound", 2.0, goal=2.0), True),
        (Row("above it", 2.1, goal=2.0), False),
        (Row("the ratio counts", 9.0, floor=9.0, ratio=1.0, goal=2.0), True),
        (Row("a lower bound", 2.0, goal=2.0, at_least=True), True),
        (Row("below it", 1.9, goal=2.0, at_least=True), False),
        (Row("not measured", math.nan, goal=2.0), False),
        (Row("without a goal", 2.0), None),
    ],
    ids=lambda value: value.what if isinstance(value, Row) else "",
)
def test_a_goal_is_reached_at_its_bound(row: Row, is_reached: bool | None) -> None:
    assert row.is_reached is is_reached
