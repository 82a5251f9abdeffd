"""Clicks on charts, as the browser reports them."""

from types import SimpleNamespace
from typing import Any

import pytest

from model.transformer.kind import Kind
from ui.widgets import chart


def report(session_values: dict[str, Any], *points: Any) -> None:
    session_values["chart"] = SimpleNamespace(selection=SimpleNamespace(points=list(points)))


@pytest.mark.parametrize(
    ("data", "types", "read"),
    [
        ([1, -1], (int, int), (1, -1)),
        (3, (int,), (3,)),
        ([3], (int,), (3,)),
        (["cross", 0, 2], (Kind, int, int), (Kind.CROSS, 0, 2)),
    ],
)
def test_the_data_of_a_point_are_read(session_values: dict[str, Any], data: Any, types: Any, read: Any) -> None:
    report(session_values, {"customdata": data})
    assert chart.read_click("chart", *types) == read


@pytest.mark.parametrize(
    "data", [5, [1, 2, 3], [None, None], [1e308, 1.5], [10**400, 1], ["a", "b"], ["1", 2], [True, 1], {}, "ab", None]
)
def test_data_that_no_figure_has_are_no_click(session_values: dict[str, Any], data: Any) -> None:
    report(session_values, {"customdata": data})
    assert chart.read_click("chart", int, int) is None


@pytest.mark.parametrize("kind", ["", "crossed", 0, None, ["cross"]])
def test_a_kind_that_there_is_not_is_no_click(session_values: dict[str, Any], kind: Any) -> None:
    report(session_values, {"customdata": [kind, 0, 0]})
    assert chart.read_click("chart", Kind, int, int) is None


def test_no_point_is_no_click(session_values: dict[str, Any]) -> None:
    report(session_values)
    assert chart.read_click("chart", int) is None
    report(session_values, {})
    assert chart.read_click("chart", int) is None
