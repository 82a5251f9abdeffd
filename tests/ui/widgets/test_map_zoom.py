"""The zoom of a map stays while the tokens stay the same."""

import math
from typing import Any

import pytest

from ui.widgets import map_zoom

pytestmark = pytest.mark.usefixtures("session_values")

AXES = ("cross", "the", "cat")
WINDOW = ((0.5, 3.0), (1.0, 2.5))


def test_a_window_stays_until_other_tokens_are_drawn() -> None:
    assert map_zoom.find_window(AXES) is None
    map_zoom.keep_window([list(span) for span in WINDOW])
    assert map_zoom.find_window(AXES) == WINDOW
    assert map_zoom.find_window((*AXES, "sings")) is None
    assert map_zoom.find_window(AXES) is None, "it does not come back"


@pytest.mark.parametrize(
    "spans",
    [
        [],
        None,
        3,
        "ab",
        {"a": 1},
        [[1, 2]],
        [[1, 2]] * 3,
        [[1, 2], [3]],
        [[1, "x"], [1, 2]],
        [[2, 1], [1, 2]],
        [[1, 1], [1, 2]],
        [[0, math.inf], [1, 2]],
        [[0, math.nan], [1, 2]],
        [[0, 10**400], [1, 2]],
        [[-1e308, 1e308], [1, 2]],
        [[0, 5000], [1, 2]],
    ],
)
def test_anything_else_shows_all(spans: Any) -> None:
    map_zoom.find_window(AXES)
    map_zoom.keep_window([list(span) for span in WINDOW])
    map_zoom.keep_window(spans)
    assert map_zoom.find_window(AXES) is None


def test_without_a_map_there_is_nothing_to_keep() -> None:
    map_zoom.keep_window(WINDOW)
    assert map_zoom.find_window(AXES) is None
