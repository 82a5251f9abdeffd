"""Attention maps: rows sum to 1, later keys are blank, wrong addresses raise."""

import numpy as np
import pytest

from model.inference.attention_maps import AttentionMaps, append_mean
from model.inference.greedy_decoding import translate
from model.inference.translation import Translation
from model.training.snapshot import Snapshot
from model.transformer.kind import Kind

WORDS = ["she", "does", "not", "like", "the", "small", "black", "dog"]


@pytest.fixture(scope="module")
def translation(snapshot: Snapshot) -> Translation:
    return translate(snapshot.translator, WORDS)


def test_rows_sum_to_one_and_the_future_is_blank(translation: Translation) -> None:
    for kind in Kind:
        np.testing.assert_allclose(np.nansum(translation.maps[kind], axis=-1), 1, atol=1e-5)
    decoder = translation.maps[Kind.DECODER]
    is_future = np.triu(np.ones(decoder.shape[-2:], dtype=bool), 1)
    assert np.isnan(decoder[..., is_future]).all()
    assert np.isfinite(decoder[..., ~is_future]).all()


def test_the_record_cannot_be_changed(translation: Translation) -> None:
    for kind in Kind:
        assert translation.maps[kind].dtype == np.float32
        with pytest.raises(ValueError, match="read-only"):
            translation.maps[kind][0, 0, 0, 0] = 1
    with pytest.raises(AttributeError):
        translation.source = ()  # type: ignore[misc]


def test_wrong_keys_name_what_exists(translation: Translation) -> None:
    with pytest.raises(KeyError, match="2 layers of 4 heads"):
        translation.maps.head(Kind.CROSS, 2, 0)
    with pytest.raises(KeyError, match="2 layers of 4 heads"):
        translation.maps.head(Kind.CROSS, 0, 4)
    with pytest.raises(KeyError, match="no decoder attention here, only cross"):
        AttentionMaps({Kind.CROSS: np.zeros((1, 1, 1, 1), np.float32)})[Kind.DECODER]


def test_the_mean_of_heads(translation: Translation) -> None:
    np.testing.assert_allclose(
        translation.maps.head(Kind.ENCODER, 1, None), translation.maps[Kind.ENCODER][1].mean(axis=0), atol=1e-7
    )


@pytest.mark.parametrize("kind", Kind)
def test_the_mean_stands_behind_the_heads_of_each_layer(translation: Translation, kind: Kind) -> None:
    maps = translation.maps[kind]
    appended = append_mean(maps)
    np.testing.assert_array_equal(appended[:, :-1], maps)
    for layer, row in enumerate(appended):
        np.testing.assert_array_equal(row[-1], translation.maps.head(kind, layer, None))
