"""Each measure finds the head that was planted for it, and no other; bounds and symmetries hold."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from model.analysis.head_measures import MeasureTally
from tests.model.analysis.tallies import fill

Map = NDArray[np.float32]


def _stack(*heads: Map) -> NDArray[np.float32]:
    return np.stack(heads)[None].astype(np.float32)


def _plant(size: int) -> NDArray[np.float32]:
    """A head at offset -1, one on the first key, one uniform, one at a random place in every row."""
    positional = np.eye(size, k=-1)
    positional[0, 0] = 1
    sink = np.zeros((size, size))
    sink[:, 0] = 1
    scattered = np.eye(size)[np.random.default_rng(size).integers(size, size=size)]
    return _stack(positional, sink, np.full((size, size), 1 / size), scattered)


def test_every_plant_is_found_by_its_measure_alone() -> None:
    measures = fill(MeasureTally(), [_plant(size) for size in range(4, 20)]).measure()
    assert measures.best_offset[0, 0] == -1
    assert measures.offset_share[0, 0] == measures.offset_weight[0, 0] == 1
    assert (measures.offset_share[0, 1:] < 0.9).all()
    assert measures.sink[0, 1] == 1
    assert (np.delete(measures.sink[0], 1) < 0.4).all()
    assert np.allclose(measures.entropy[0], [0, 0, 1, 0])
    assert np.allclose(measures.confidence[0, [0, 1, 3]], 1)
    assert measures.confidence[0, 2] < 0.3


def test_an_example_by_hand() -> None:
    measures = fill(MeasureTally(), [_stack(np.array([[0.5, 0.5, 0], [0.25, 0.25, 0.5], [0, 1, 0]]))]).measure()
    assert measures.entropy[0, 0] == pytest.approx((np.log(2) + 1.5 * np.log(2)) / 3 / np.log(3))
    assert measures.confidence[0, 0] == pytest.approx((0.5 + 0.5 + 1) / 3)
    assert measures.sink[0, 0] == pytest.approx(0.75 / 3)
    assert measures.best_offset[0, 0] == -1  # the first of three offsets with one maximum each
    assert measures.offset_share[0, 0] == pytest.approx(1 / 2)
    assert measures.offset_weight[0, 0] == pytest.approx(1.25 / 2)


def test_an_offset_that_few_rows_have_is_never_the_best() -> None:
    measures = fill(MeasureTally(), [_stack(np.eye(5)[[3, 4, 2, 2, 2]])]).measure()
    assert measures.best_offset[0, 0] == -2, "two rows have their largest weight at +3, but no other row could"


def test_the_row_of_a_single_key_is_left_out_and_bos_is_the_sink_of_causal_maps() -> None:
    causal = np.array([[1, np.nan, np.nan], [0.25, 0.75, np.nan], [0.5, 0, 0.5]])
    measures = fill(MeasureTally(is_causal=True), [_stack(causal)]).measure()
    assert measures.confidence[0, 0] == pytest.approx(0.625)
    assert measures.sink[0, 0] == pytest.approx(0.375)


def test_the_last_key_of_a_causal_map_is_no_sink() -> None:
    measures = fill(MeasureTally(is_causal=True), [_stack(np.array([[1, np.nan], [0.25, 0.75]]))]).measure()
    assert (measures.sink[0, 0], measures.sink_is_last[0, 0]) == (0.25, False)


def test_maps_without_a_choice_are_refused() -> None:
    with pytest.raises(ValueError, match="two keys"):
        fill(MeasureTally(), [np.ones((1, 1, 1, 1), dtype=np.float32)]).measure()


@given(st.integers(0, 1000), st.integers(2, 8), st.integers(2, 8))
def test_bounds_and_permutations(seed: int, n_queries: int, n_keys: int) -> None:
    generator = np.random.default_rng(seed)
    maps = generator.dirichlet(np.ones(n_keys), size=(2, 3, n_queries)).astype(np.float32)
    measures = fill(MeasureTally(), [maps]).measure()
    for name in ("entropy", "confidence", "sink", "offset_share", "offset_weight"):
        assert (getattr(measures, name) >= 0).all()
        assert (getattr(measures, name) <= 1 + 1e-6).all()
    assert (measures.confidence >= 1 / n_keys - 1e-6).all()
    shuffled = fill(MeasureTally(), [generator.permutation(maps, axis=-1)]).measure()
    assert np.allclose(measures.entropy, shuffled.entropy)
    assert np.allclose(measures.confidence, shuffled.confidence)
    assert np.allclose(fill(MeasureTally(), [maps, maps]).measure().entropy, measures.entropy)
    assert np.array_equal(fill(MeasureTally(), [maps[:, ::-1]]).measure().best_offset, measures.best_offset[:, ::-1])
