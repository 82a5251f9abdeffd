"""Clicks on charts, as the browser reports them."""

from types import SimpleNamespace
from typing import Any

import pytest

from ui.widgets import chart


def report(session_values: dict[str, Any], *points: Any) -> None:
    session_values["chart"] = SimpleNamespace(selection=SimpleNamespace(points=list(points)))


@pytest.mark.parametrize(
    ("data", "n", "read"),
    [([1, -1], 2, (1, -1)), (3, 1, (3,)), ([3], 1, (3,)), (["cross", 0, 2], 3, ("cross", 0, 2))],
)
def test_the_data_of_a_point_are_read(session_values: dict[str, Any], data: Any, n: int, read: Any) -> None:
    report(session_values, {"customdata": data})
    assert chart.read_click("chart", n) == read


@pytest.mark.parametrize("data", [5, [1, 2, 3], [None, None], [1e308, 1.5], [10**400, 1], {}, None])
def test_data_that_no_figure_has_are_no_click(session_values: dict[str, Any], data: Any) -> None:
    report(session_values, {"customdata": data})
    assert chart.read_click("chart", 2) is None


def test_no_point_is_no_click(session_values: dict[str, Any]) -> None:
    report(session_values)
    assert chart.read_click("chart") is None
    report(session_values, {})
    assert chart.read_click("chart") is None
