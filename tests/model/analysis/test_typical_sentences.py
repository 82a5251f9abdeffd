"""The sentences on which a head shows a measure most come first."""

import numpy as np

from model.analysis.teacher_forced_maps import PairMaps
from model.analysis.typical_sentences import find_typical_sentences
from model.corpus import Pair
from model.inference.attention_maps import AttentionMaps
from model.transformer.kind import Kind


def plant(size: int, confidence: float) -> PairMaps:
    """Return maps of two heads: the first uniform, the second with one large weight in every row."""
    words = tuple(f"w{place}" for place in range(size))
    confident = np.full((size + 1, size), (1 - confidence) / (size - 1), dtype=np.float32)
    confident[:, 1] = confidence
    uniform = np.full((size + 1, size), 1 / size, dtype=np.float32)
    maps = AttentionMaps({Kind.CROSS: np.stack([uniform, confident])[None]})
    return PairMaps(Pair(words, words, frozenset({(1, 1)})), words, words, maps)


def test_the_most_confident_sentences_come_first_and_short_ones_not_at_all() -> None:
    maps = [plant(5, 0.6), plant(3, 0.99), plant(6, 0.9), plant(4, 0.8)]
    found = find_typical_sentences(maps, Kind.CROSS, 0, 1, lambda scores: scores.confidence, 2)
    assert [len(each.pair.source) for each in found] == [6, 4]
    np.testing.assert_allclose([each.value for each in found], [0.9, 0.8], rtol=1e-5)


def test_of_equal_sentences_the_longest_comes_first() -> None:
    maps = [plant(size, 0.9) for size in (4, 7, 5)]
    found = find_typical_sentences(maps, Kind.CROSS, 0, 1, lambda scores: scores.confidence, 3)
    assert [len(each.pair.source) for each in found] == [7, 5, 4]


def test_another_head_has_values_of_its_own_and_a_missing_measure_no_sentences() -> None:
    maps = [plant(5, 0.9)]
    (uniform,) = find_typical_sentences(maps, Kind.CROSS, 0, 0, lambda scores: scores.confidence, 3)
    assert abs(uniform.value - 0.2) < 1e-6
    assert find_typical_sentences(maps, Kind.CROSS, 0, 0, lambda _: None, 3) == ()
