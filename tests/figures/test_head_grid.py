"""Tests of the picture of one number for every head."""

import numpy as np
import pytest

from figures.head_grid import head_grid

L, H = 2, 3
VALUES = {
    kind: np.random.default_rng(place).random((L, H)) for place, kind in enumerate(("cross", "encoder", "decoder"))
}
TEXTS = [f"{kind} {layer} {head}" for kind in VALUES for layer in range(L) for head in range(H)]


def cell_at(figure, x: float, y: float) -> float:
    """Return the value of the cell that is painted at a position."""
    cells = figure.data[0]
    column = np.searchsorted(np.asarray(cells.x), x) - 1
    row = np.searchsorted(np.asarray(cells.y), y) - 1
    return float(np.asarray(cells.z)[row, column])


def test_every_point_lies_on_the_cell_of_its_head_and_has_its_text() -> None:
    figure = head_grid(VALUES, texts=TEXTS)
    points = figure.data[1]
    assert len(points.x) == len(TEXTS)
    for x, y, (kind, layer, head), text in zip(points.x, points.y, points.customdata, points.text, strict=True):
        assert cell_at(figure, x, y) == VALUES[kind][layer, head]
        assert text == f"{kind} {layer} {head}"


def test_kinds_stand_apart_under_their_names_and_heads_are_counted_from_1() -> None:
    figure = head_grid(VALUES, texts=TEXTS)
    assert np.isnan(np.asarray(figure.data[0].z)).sum() == 2 * L
    assert list(figure.layout.xaxis.ticktext) == ["1", "2", "3"] * 3
    for title in figure.layout.annotations:
        kinds = {kind for x, (kind, _, _) in zip(figure.data[1].x, figure.data[1].customdata, strict=True)
                 if abs(x - title.x) < H / 2}  # fmt: skip
        assert kinds == {title.text}


def test_layer_1_is_on_top() -> None:
    axis = head_grid(VALUES, texts=TEXTS).layout.yaxis
    assert axis.range[0] > axis.range[1]
    assert list(axis.ticktext) == ["layer 1", "layer 2"]


def test_the_colours_end_at_the_span() -> None:
    cells = head_grid(VALUES, texts=TEXTS, span=(-0.5, 0.25)).data[0]
    assert (cells.zmin, cells.zmax) == (-0.5, 0.25)


def test_a_head_without_a_value_is_blank() -> None:
    figure = head_grid({"cross": np.full((L, H), np.nan)}, texts=TEXTS[: L * H])
    assert np.isnan(np.asarray(figure.data[0].z, dtype=float)).all()


def test_a_kind_without_values_says_why_in_its_middle_and_keeps_its_place() -> None:
    values = {**VALUES, "encoder": np.full((L, H), np.nan)}
    figure = head_grid(values, texts=TEXTS, missing="cross only")
    (note,) = [each for each in figure.layout.annotations if each.text == "cross only"]
    (title,) = [each for each in figure.layout.annotations if each.text == "encoder"]
    assert (note.x, note.y) == (title.x, 0.5)
    np.testing.assert_array_equal(figure.data[0].x, head_grid(VALUES, texts=TEXTS).data[0].x)
    assert len(head_grid(values, texts=TEXTS).layout.annotations) == len(VALUES)


def test_a_kind_that_lacks_the_value_of_one_head_has_no_note() -> None:
    encoder = VALUES["encoder"].copy()
    encoder[0, 0] = np.nan
    notes = head_grid({**VALUES, "encoder": encoder}, texts=TEXTS, missing="cross only").layout.annotations
    assert "cross only" not in {note.text for note in notes}


def test_sizes_have_to_match() -> None:
    with pytest.raises(ValueError, match="different sizes"):
        head_grid({"cross": np.zeros((1, 2)), "encoder": np.zeros((2, 2))}, texts=[])
    with pytest.raises(ValueError, match="17 texts for 18 heads"):
        head_grid(VALUES, texts=TEXTS[1:])
