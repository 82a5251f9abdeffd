"""Rows of a rollout sum to 1 for any maps; a tiny one is computed by hand."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from model.analysis.attention_rollout import roll_out, roll_out_to_source
from model.inference.attention_maps import AttentionMaps
from model.transformer.kind import Kind


def make_maps(n_layers: int, n_heads: int, n_source: int, n_target: int, seed: int) -> AttentionMaps:
    draw = np.random.default_rng(seed).dirichlet
    shape = (n_layers, n_heads)
    decoder = np.full((*shape, n_target, n_target), np.nan, dtype=np.float32)
    for row in range(n_target):
        decoder[..., row, : row + 1] = draw(np.ones(row + 1), shape)
    return AttentionMaps(
        {
            Kind.ENCODER: draw(np.ones(n_source), (*shape, n_source)).astype(np.float32),
            Kind.CROSS: draw(np.ones(n_source), (*shape, n_target)).astype(np.float32),
            Kind.DECODER: decoder,
        }
    )


SIZES = st.tuples(*[st.integers(1, 4)] * 4, st.integers(0, 2**16))


@given(SIZES)
def test_every_row_sums_to_one_and_sees_no_later_token(sizes: tuple[int, int, int, int, int]) -> None:
    n_source, n_target = sizes[2:4]
    rows = roll_out(make_maps(*sizes))
    assert rows.shape == (n_target, n_source + n_target)
    assert (rows >= 0).all()
    np.testing.assert_allclose(rows.sum(axis=1), 1, atol=1e-5)
    assert not np.triu(rows[:, n_source:], 1).any()


@given(SIZES)
def test_the_shares_of_the_source_sum_to_one(sizes: tuple[int, int, int, int, int]) -> None:
    maps = make_maps(*sizes)
    shares = roll_out_to_source(maps, range(sizes[3]))
    assert shares.shape == (sizes[3], sizes[2])
    np.testing.assert_allclose(shares.sum(axis=1), 1)


def test_one_layer_by_hand() -> None:
    maps = AttentionMaps(
        {
            Kind.ENCODER: np.array([[[[0, 1], [1, 0]]]], dtype=np.float32),  # with the residual: every row ½, ½
            Kind.CROSS: np.array([[[[1, 0], [0, 1]]]], dtype=np.float32),
            Kind.DECODER: np.array([[[[1, np.nan], [0.5, 0.5]]]], dtype=np.float32),
        }
    )
    np.testing.assert_allclose(roll_out(maps), [[0.25, 0.25, 0.5, 0], [0.25, 0.25, 0.125, 0.375]])
    np.testing.assert_allclose(roll_out_to_source(maps, [1]), [[0.5, 0.5]])


def test_identity_in_the_encoder_keeps_the_weights_of_cross_attention() -> None:
    own = np.eye(3, dtype=np.float32)[None, None]
    weights = np.array([[0.2, 0.5, 0.3]] * 3, dtype=np.float32)[None, None]
    maps = AttentionMaps({Kind.ENCODER: own, Kind.CROSS: weights, Kind.DECODER: own})
    np.testing.assert_allclose(roll_out_to_source(maps, [0]), [[0.2, 0.5, 0.3]], rtol=1e-6)


def test_later_layers_mix_what_earlier_ones_have_mixed() -> None:
    maps = make_maps(2, 2, 3, 2, seed=0)
    encoder, decoder, cross = (
        np.nan_to_num(maps[kind]).mean(axis=1) for kind in (Kind.ENCODER, Kind.DECODER, Kind.CROSS)
    )
    first, second = (encoder + np.eye(3)) / 2
    source = second @ first
    own_first, own_second = (decoder + np.eye(2)) / 2
    on_target = own_second @ (own_first / 2) / 2
    on_source = own_second @ (cross[0] @ source / 2) / 2 + cross[1] @ source / 2
    np.testing.assert_allclose(roll_out(maps), np.hstack([on_source, on_target]), rtol=1e-5)
