"""A value is sent to the browser only where it or its bounds changed, so that nothing moved meanwhile is undone."""

from typing import Any

import pytest

from ui.widgets import bounded_value, session

KEY = "layer"


@pytest.fixture
def sent(session_values: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The values put for the key so far."""
    values: list[int] = []

    def put(key: str, value: Any) -> None:
        session_values[key] = value
        if key == KEY:
            values.append(value)

    monkeypatch.setattr(session, "put", put)
    return values


def test_a_value_is_put_once_while_neither_it_nor_its_bounds_change(sent: list[int]) -> None:
    bounded_value.put(KEY, 2, 1, 4)
    bounded_value.clamp(KEY, 1, 4)
    bounded_value.put(KEY, 2, 1, 4)
    assert sent == [2]


def test_a_valid_value_is_put_again_with_new_bounds(sent: list[int]) -> None:
    bounded_value.put(KEY, 2, 1, 4)
    bounded_value.clamp(KEY, 1, 2)
    assert sent == [2, 2]


def test_a_value_outside_its_bounds_is_clamped(sent: list[int]) -> None:
    for value, least, most in ((9, 1, 4), (0, 1, 4)):
        bounded_value.put(KEY, value, least, most)
    assert sent == [4, 1]


def test_a_widget_without_a_value_keeps_its_default_and_then_what_it_is_moved_to(sent: list[int]) -> None:
    bounded_value.clamp(KEY, 1, 4)
    assert sent == []
    session.put(KEY, 3)  # as Streamlit does when it is moved
    bounded_value.clamp(KEY, 1, 4)
    assert sent == [3]
