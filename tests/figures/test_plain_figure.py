"""Tests of figures that are checked only when they are read."""

import base64
import copy
import json

import numpy as np
import plotly.graph_objects as go
import plotly.io
import pytest

from figures.plain_figure import PlainFigure

WEIGHTS = np.float32([[0.25, np.nan], [0.5, 1.0]])


def describe() -> dict[str, object]:
    return dict(data=[dict(type="heatmap", z=WEIGHTS, text=[["a", "b"], ["c", "d"]])], layout=dict(height=40))


def read(written: dict[str, str]) -> np.ndarray:
    shape = [int(size) for size in written["shape"].split(",")]
    return np.frombuffer(base64.b64decode(written["bdata"]), np.dtype(written["dtype"])).reshape(shape)


def test_an_unread_figure_writes_what_a_checked_one_does() -> None:
    plain, checked = PlainFigure(describe()).to_dict(), go.Figure(describe()).to_dict()
    del checked["layout"]["template"]
    assert json.loads(plotly.io.to_json(plain)) == json.loads(plotly.io.to_json(checked))
    np.testing.assert_array_equal(read(plain["data"][0]["z"]), WEIGHTS)


def test_whole_numbers_are_written_as_numbers() -> None:
    plain = PlainFigure(dict(data=[dict(type="scatter", x=np.arange(3))], layout={}))
    assert json.loads(plain.to_json())["data"][0]["x"] == [0, 1, 2]


def test_a_figure_can_be_read_changed_and_copied() -> None:
    figure = PlainFigure(describe())
    np.testing.assert_array_equal(figure.data[0].z, WEIGHTS)
    figure.update_layout(height=60)
    assert figure.to_dict()["layout"]["height"] == 60
    assert copy.deepcopy(figure).layout.height == 60
    assert PlainFigure(describe()).layout.height == 40


def test_the_first_reading_finds_what_is_wrong() -> None:
    figure = PlainFigure(dict(data=[dict(type="heatmap", colour="red")], layout={}))
    with pytest.raises(ValueError, match="colour"):
        _ = figure.data


@pytest.mark.parametrize("is_read", [False, True])
def test_an_unknown_attribute_is_an_error(is_read: bool) -> None:
    figure = PlainFigure(describe())
    if is_read:
        _ = figure.layout
    with pytest.raises(AttributeError, match="nonsense"):
        _ = figure.nonsense
