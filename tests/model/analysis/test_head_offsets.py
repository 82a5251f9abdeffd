"""The offset at which a head mostly looks is that of its maps, and the mean of heads has one of its own."""

import numpy as np
import pytest

from model.analysis.head_measures import MeasureTally
from model.analysis.head_offsets import measure_offsets, name_offset
from model.analysis.teacher_forced_maps import read_maps
from model.corpus import Corpus, Pair
from model.training.snapshot import Snapshot
from model.transformer.kind import Kind
from tests.model.analysis.tallies import fill


@pytest.mark.parametrize("kind", Kind)
def test_heads_are_measured_as_on_the_page_of_heads_and_the_mean_like_a_head(
    snapshot: Snapshot, corpus: Corpus, kind: Kind
) -> None:
    pairs, is_causal = corpus.held_out[:100], kind is Kind.DECODER
    maps = [each.maps[kind] for each in read_maps(snapshot.translator, pairs, [kind])]
    means = [each.mean(axis=1, keepdims=True) for each in maps]
    heads, mean = (fill(MeasureTally(is_causal=is_causal), each).measure() for each in (maps, means))
    measured = measure_offsets(snapshot.translator, pairs, kind)
    assert measured is not None
    for name in ("best_offset", "offset_share"):
        expected = np.concatenate((getattr(heads, name), getattr(mean, name)), axis=1)
        np.testing.assert_allclose(getattr(measured, name), expected)


def test_without_a_choice_there_is_no_offset(snapshot: Snapshot) -> None:
    assert measure_offsets(snapshot.translator, [Pair(("cat",), ("chat",), frozenset())], Kind.ENCODER) is None


def test_an_offset_has_its_sign() -> None:
    assert [name_offset(offset) for offset in (-2, 0, 1)] == ["−2", "0", "+1"]
