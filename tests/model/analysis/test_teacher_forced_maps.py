"""Maps under teacher forcing are those planted in the model, without padding, whatever else is in the batch."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.analysis.teacher_forced_maps import read_maps
from model.transformer.kind import Kind
from tests.model.analysis.planted_models import (
    BY_WORD,
    N_WORDS,
    PREVIOUS,
    SINK,
    UNIFORM,
    make_pair,
    plant_translator,
)

ORDERS = st.integers(1, N_WORDS).flatmap(lambda size: st.permutations(range(size)))
TRANSLATOR, FED = plant_translator(), plant_translator(is_fed=True)


@given(st.lists(ORDERS, min_size=1, max_size=6))
@settings(max_examples=30)
def test_every_pair_has_the_planted_maps_of_its_own_length(orders: list[list[int]]) -> None:
    pairs = [make_pair(order) for order in orders]
    found = list(read_maps(TRANSLATOR, pairs))
    assert sorted(each.pair.source for each in found) == sorted(pair.source for pair in pairs)
    for each in found:
        size = len(each.source)
        assert (each.source, each.target) == (each.pair.source, each.pair.target)
        for kind, n_queries, n_keys in (
            (Kind.ENCODER, size, size), (Kind.CROSS, size + 1, size), (Kind.DECODER, size + 1, size + 1)
        ):  # fmt: skip
            maps = each.maps[kind]
            assert maps.shape == (1, 4, n_queries, n_keys)
            before = np.maximum(np.arange(n_queries) - 1, 0)
            np.testing.assert_allclose(np.nan_to_num(maps[0, PREVIOUS]), np.eye(n_keys)[before], atol=1e-6)
            np.testing.assert_allclose(np.nan_to_num(maps[0, SINK]), np.eye(n_keys)[0 * before], atol=1e-6)
            is_key = np.tri(n_queries) if kind is Kind.DECODER else np.ones((n_queries, n_keys))
            np.testing.assert_array_equal(np.isnan(maps[0]), np.broadcast_to(is_key == 0, maps[0].shape))
            expected = is_key / is_key.sum(axis=1, keepdims=True)
            np.testing.assert_allclose(np.nan_to_num(maps[0, UNIFORM]), expected, atol=1e-6)


@given(ORDERS)
@settings(max_examples=20)
def test_row_t_generates_target_token_t_and_is_fed_the_one_before(order: list[int]) -> None:
    pair = make_pair(order)
    places = np.argsort(order)  # of the source word linked to each target word
    expected = np.eye(len(order))[places]
    (generated,), (fed,) = read_maps(TRANSLATOR, [pair]), read_maps(FED, [pair])
    np.testing.assert_allclose(generated.read_target_rows(is_fed=False)[0, BY_WORD], expected, atol=1e-6)
    np.testing.assert_allclose(fed.read_target_rows(is_fed=True)[0, BY_WORD], expected, atol=1e-6)


def test_only_the_kinds_asked_for_are_recorded() -> None:
    (found,) = read_maps(TRANSLATOR, [make_pair([1, 0])], [Kind.DECODER])
    assert found.maps[Kind.DECODER].shape == (1, 4, 3, 3)
    with pytest.raises(KeyError, match="no cross attention here"):
        found.maps[Kind.CROSS]


def test_more_pairs_than_a_batch_are_all_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("model.analysis.teacher_forced_maps.BATCH_SIZE", 2)
    pairs = [make_pair(range(size)) for size in (3, 1, 5, 2, 4)]
    assert [len(each.source) for each in read_maps(TRANSLATOR, pairs)] == [1, 2, 3, 4, 5]
