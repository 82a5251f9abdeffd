"""Tests of the overview of heads."""

import numpy as np
import pytest

from figures.overview import MEAN, overview
from figures.tile_labels import TileLabels
from figures.tiles import tiles, tiles_height

L, H, Q, K = 2, 3, 4, 5
MAPS = np.random.default_rng(0).dirichlet(np.ones(K), (L, H, Q)).astype(np.float32)


def tile(figure, layer: int, column: int) -> np.ndarray:
    z = np.asarray(figure.data[0].z)
    top, left = layer * (Q + 1), column * (K + 1)
    return z[top : top + Q, left : left + K]


def test_layers_go_down_and_heads_across_and_the_mean_comes_last() -> None:
    figure = overview(MAPS, layer=0, head=0)
    for layer in range(L):
        for head in range(H):
            np.testing.assert_array_equal(tile(figure, layer, head), MAPS[layer, head])
        np.testing.assert_allclose(tile(figure, layer, H), MAPS[layer].mean(axis=0), rtol=1e-6)


def test_tiles_are_separated_by_blank_strips() -> None:
    z = np.asarray(overview(MAPS, layer=0, head=0).data[0].z)
    assert z.shape == (L * (Q + 1) - 1, (H + 1) * (K + 1) - 1)
    assert np.isnan(z[Q]).all()
    assert np.isnan(z[:, K]).all()


def test_every_tile_is_one_unit_wide_whatever_its_cells() -> None:
    figure = overview(MAPS, layer=0, head=0)
    x, y = np.asarray(figure.data[0].x), np.asarray(figure.data[0].y)
    assert len(x) == np.asarray(figure.data[0].z).shape[1] + 1
    assert len(y) == np.asarray(figure.data[0].z).shape[0] + 1
    assert x[K] - x[0] == pytest.approx(1)
    assert y[Q] - y[0] == pytest.approx(1)


def test_fewer_tiles_stand_in_line_with_those_of_a_figure_with_more() -> None:
    names = {"rows": ["batch"], "columns": ["1", "2"], "hover": ["", ""], "data": [0, 1], "chosen": (0, 0)}
    whole, fewer = overview(MAPS, layer=0, head=0), tiles(MAPS[:1, :2], **names, n_places=H + 1)
    assert fewer.layout.xaxis.range == whole.layout.xaxis.range
    assert tuple(fewer.layout.xaxis.tickvals) == tuple(whole.layout.xaxis.tickvals[:2])


def test_the_frame_and_the_clicks_agree_with_the_tiles() -> None:
    for layer in range(L):
        for head in (*range(H), None):
            figure = overview(MAPS, layer=layer, head=head)
            (frame,) = figure.layout.shapes
            points = figure.data[1]
            inside = [
                tuple(data)
                for x, y, data in zip(points.x, points.y, points.customdata, strict=True)
                if frame.x0 < x < frame.x1 and frame.y0 < y < frame.y1
            ]
            assert inside == [(layer, MEAN if head is None else head)]


def test_a_new_version_resets_the_selection() -> None:
    assert overview(MAPS, layer=0, head=0, version=7).layout.meta == 7


def test_stretching_makes_the_largest_weight_of_each_tile_the_brightest() -> None:
    figure = overview(MAPS, layer=0, head=0, is_stretched=True)
    for layer in range(L):
        for column in range(H + 1):
            assert tile(figure, layer, column).max() == pytest.approx(1)


def test_stretching_leaves_a_head_without_weights_dark() -> None:
    maps = np.zeros((1, 1, 2, 2), np.float32)
    assert not tile(overview(maps, layer=0, head=0, is_stretched=True), 0, 0)[:2, :2].any()


def test_blank_tiles_stay_blank() -> None:
    maps = np.full((1, 1, 2, 2), np.nan, np.float32)
    assert np.isnan(np.asarray(overview(maps, layer=0, head=0, is_stretched=True).data[0].z)).all()


def test_height_grows_with_layers_only() -> None:
    assert overview(MAPS, layer=0, head=0).layout.height == tiles_height(L)
    assert tiles_height(2) > tiles_height(1)


LABELS = TileLabels("aligned", tuple(f"label {number}" for number in range(L * (H + 1))), ("a note", *[""] * 7))


def test_labels_stand_below_their_tiles_and_their_notes_in_the_hover_text() -> None:
    figure = overview(MAPS, layer=0, head=0, labels=LABELS, off=[(0, 0)])
    points, labels = figure.data[1], figure.data[3]
    assert tuple(labels.text) == LABELS.texts
    np.testing.assert_allclose(labels.x, points.x)
    assert (np.asarray(labels.y) > np.asarray(points.y) + 0.5).all()
    assert labels.y[0] < points.y[H + 1] - 0.5
    assert figure.layout.height == tiles_height(L, has_labels=True) > tiles_height(L)
    assert points.text[:2] == ("layer 1, head 1<br>switched off<br>a note", "layer 1, head 2")


def test_gold_dots_lie_in_their_cells_of_every_tile() -> None:
    figure = overview(MAPS, layer=0, head=0, gold=[(1, 2), (3, 0)])
    cells, _, dots = figure.data
    x, y = np.asarray(cells.x), np.asarray(cells.y)
    columns = np.searchsorted(x, dots.x) - 1
    rows = np.searchsorted(y, dots.y) - 1
    assert {(row % (Q + 1), column % (K + 1)) for row, column in zip(rows, columns, strict=True)} == {(1, 2), (3, 0)}
    assert len(dots.x) == 2 * L * (H + 1)


def test_a_frame_and_a_cross_end_with_the_last_row_that_is_generated() -> None:
    maps = MAPS.copy()
    maps[:, :, Q - 1] = np.nan
    figure = overview(maps, layer=1, head=0, off=[(1, 0)])
    (frame,) = figure.layout.shapes
    assert frame.y1 - frame.y0 == pytest.approx((Q - 1) / Q)
    assert [y for y in figure.data[-1].y if y is not None] == [frame.y0, frame.y1, frame.y1, frame.y0]


def test_heads_that_are_switched_off_are_crossed_out_within_their_tiles() -> None:
    plain = overview(MAPS, layer=0, head=0)
    figure = overview(MAPS, layer=0, head=0, off=[(1, 2), (0, 1)])
    (cross,) = figure.data[len(plain.data) :]
    centres = figure.data[1]
    place = {tuple(data): (x, y) for x, y, data in zip(centres.x, centres.y, centres.customdata, strict=True)}
    ends = [end for end in zip(cross.x, cross.y, strict=True) if end[0] is not None]
    assert len(ends) == 8
    for number, tile_of in enumerate([(0, 1), (1, 2)]):
        x, y = place[tile_of]
        expected = {(x + dx, y + dy) for dx in (-0.5, 0.5) for dy in (-0.5, 0.5)}
        assert {(round(a, 6), round(b, 6)) for a, b in ends[4 * number : 4 * number + 4]} == {
            (round(a, 6), round(b, 6)) for a, b in expected
        }


@pytest.mark.parametrize(("n_queries", "n_keys"), [(31, 60), (60, 132), (200, 35)])
@pytest.mark.parametrize("n_layers", [2, 12])
def test_tiles_of_long_maps_have_cells_of_equal_size(n_layers: int, n_queries: int, n_keys: int) -> None:
    maps = np.random.default_rng(0).dirichlet(np.ones(n_keys), (n_layers, 3, n_queries)).astype(np.float32)
    maps[:, :, :3] = np.nan
    cells, centres = overview(maps, layer=0, head=1).data
    for edges, n in ((cells.x, cells.z.shape[1]), (cells.y, cells.z.shape[0])):
        assert len(edges) == n + 1
        np.testing.assert_allclose(np.diff(edges), edges[1] - edges[0])
    assert np.nanmax(cells.z) == np.nanmax(np.concatenate((maps, maps.mean(axis=1, keepdims=True)), axis=1))
    assert cells.z.size <= (n_layers * 4) * (1.12 * min(230 / 3, 400)) ** 2
    rows, columns = (np.searchsorted(edges, at) - 1 for edges, at in ((cells.y, centres.y), (cells.x, centres.x)))
    assert np.isfinite(cells.z[rows, columns]).all(), "the centre of a tile is a cell"


def test_a_cell_too_small_to_be_seen_still_shows_its_weight() -> None:
    maps = np.zeros((12, 1, 120, 120), np.float32)
    maps[0, 0, 77, 33] = 1
    cells = overview(maps, layer=0, head=0).data[0]
    (row,), (column,) = np.nonzero(np.asarray(cells.z)[:32, :32] == 1)
    assert (row + 0.5) / 32 == pytest.approx(77.5 / 120, abs=1 / 32)
    assert (column + 0.5) / 32 == pytest.approx(33.5 / 120, abs=1 / 32)


def test_a_block_of_blank_cells_and_others_has_the_weight_of_the_others() -> None:
    causal = np.where(np.tri(120, dtype=bool), np.float32(0.5), np.float32(np.nan))
    cells = overview(np.tile(causal, (12, 1, 1, 1)), layer=0, head=0).data[0]
    assert (np.diagonal(np.asarray(cells.z)[:32, :32]) == 0.5).all()
