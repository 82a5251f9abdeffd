"""Rollout: by hand, its rows sum to 1, and nothing comes from tokens fed later."""

import numpy as np
import pytest

from model.analysis.attention_rollout import roll_out
from model.inference.attention_maps import AttentionMaps
from model.transformer.kind import Kind


def _draw_maps(n_layers: int, n_source: int, n_target: int) -> AttentionMaps:
    rng = np.random.default_rng(0)
    shapes = {
        Kind.ENCODER: (n_source, n_source), Kind.CROSS: (n_target, n_source), Kind.DECODER: (n_target, n_target)
    }  # fmt: skip
    maps = {kind: rng.random((n_layers, 2, *shape), dtype=np.float32) for kind, shape in shapes.items()}
    maps[Kind.DECODER][..., ~np.tri(n_target, dtype=bool)] = np.nan
    return AttentionMaps({kind: each / np.nansum(each, axis=-1, keepdims=True) for kind, each in maps.items()})


@pytest.mark.parametrize("n_layers", [1, 2, 5])
@pytest.mark.parametrize(("n_source", "n_target"), [(1, 1), (4, 6), (5, 2)])
def test_rows_sum_to_one_and_look_at_nothing_later(n_layers: int, n_source: int, n_target: int) -> None:
    rows = roll_out(_draw_maps(n_layers, n_source, n_target))
    np.testing.assert_allclose(rows.sum(axis=1), 1, atol=1e-6)
    assert (rows >= 0).all()
    assert not np.triu(rows[:, n_source:], k=1).any()


def test_one_layer_by_hand() -> None:
    swapped = np.array([[0, 1], [1, 0]], dtype=np.float32)
    maps = {
        Kind.ENCODER: swapped,  # each source row becomes half itself and half the other
        Kind.DECODER: np.array([[1, np.nan], [0.5, 0.5]], dtype=np.float32),
        Kind.CROSS: np.array([[1, 0], [0, 1]], dtype=np.float32),
    }
    rows = roll_out(AttentionMaps({kind: each[None, None] for kind, each in maps.items()}))
    # Self-attention leaves [1, 0] and [1/4, 3/4] on the tokens fed in; cross-attention halves that.
    np.testing.assert_allclose(rows, [[0.25, 0.25, 0.5, 0], [0.25, 0.25, 0.125, 0.375]])
