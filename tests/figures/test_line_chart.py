"""Tests of the chart of a few lines."""

import pytest

from figures.line_chart import line_chart


def test_values_stand_at_their_positions_counted_from_0() -> None:
    figure = line_chart({"sine": [0.0, 0.8, 0.9], "cosine": [1.0, 0.5]}, x="position", y="")
    drawn = {line.name: list(zip(line.x, line.y, strict=True)) for line in figure.data}
    assert drawn == {"sine": [(0, 0.0), (1, 0.8), (2, 0.9)], "cosine": [(0, 1.0), (1, 0.5)]}


def test_more_lines_than_colours_are_refused() -> None:
    with pytest.raises(ValueError, match="5 series, but only 4 colours"):
        line_chart({name: [0.0] for name in "abcde"}, x="", y="")
