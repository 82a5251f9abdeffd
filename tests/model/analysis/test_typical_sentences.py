"""The sentences on which a head shows a measure most come first."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from model.analysis.head_report import HeadScores, KindTally
from model.analysis.head_trait import Trait
from model.analysis.teacher_forced_maps import PairMaps
from model.analysis.typical_sentences import TypicalSentence, find_typical_sentences
from model.corpus import Pair
from model.data.word_boundaries import JOINT
from model.inference.attention_maps import AttentionMaps
from model.transformer.kind import Kind
from tests.model.analysis.tallies import fill


def plant(size: int, confidence: float) -> PairMaps:
    """Return maps of two heads: the first uniform, the second with one large weight in every row."""
    words = tuple(f"w{place}" for place in range(size))
    confident = np.full((size + 1, size), (1 - confidence) / (size - 1), dtype=np.float32)
    confident[:, 1] = confidence
    uniform = np.full((size + 1, size), 1 / size, dtype=np.float32)
    maps = AttentionMaps({Kind.CROSS: np.stack([uniform, confident])[None]})
    return PairMaps(Pair(words, words, frozenset({(1, 1)})), words, words, maps)


def plant_offsets(*offsets: int) -> PairMaps:
    """Return encoder maps of one head, whose row i looks as many tokens away as the offset i, around the end."""
    size = len(offsets)
    words = tuple(f"w{place}" for place in range(size))
    keys = [(place + offset) % size for place, offset in enumerate(offsets)]
    maps = AttentionMaps({Kind.ENCODER: np.eye(size, dtype=np.float32)[keys][None, None]})
    return PairMaps(Pair(words, words, frozenset()), words, words, maps)


def find(
    maps: list[PairMaps], kind: Kind, head: int, read: Callable[[HeadScores], float | None], n: int
) -> tuple[TypicalSentence, ...]:
    return find_typical_sentences(maps, fill(KindTally(kind), maps).score()[head], Trait("measure", read), n)


def test_the_most_confident_sentences_come_first_and_short_ones_not_at_all() -> None:
    maps = [plant(5, 0.6), plant(3, 0.99), plant(6, 0.9), plant(4, 0.8)]
    found = find(maps, Kind.CROSS, 1, lambda scores: scores.confidence, 2)
    assert [len(each.pair.source) for each in found] == [6, 4]
    np.testing.assert_allclose([each.value for each in found], [0.9, 0.8], rtol=1e-5)


def test_of_equal_sentences_the_longest_comes_first() -> None:
    maps = [plant(size, 0.9) for size in (4, 7, 5)]
    found = find(maps, Kind.CROSS, 1, lambda scores: scores.confidence, 3)
    assert [len(each.pair.source) for each in found] == [7, 5, 4]


def test_sentences_that_differ_in_rounding_only_are_equal() -> None:
    maps = [plant(4, 0.9000001), plant(7, 0.9)]
    found = find(maps, Kind.CROSS, 1, lambda scores: scores.confidence, 2)
    assert found[0].value < found[1].value
    assert [len(each.pair.source) for each in found] == [7, 4]


def test_pieces_of_words_are_counted_and_not_words() -> None:
    tokens, words = ("a", f"{JOINT}b", "c", f"{JOINT}d", "e"), ("ab", "cd", "e")
    pieces = replace(plant(5, 0.9), pair=Pair(words, words, frozenset({(0, 0)})), source=tokens, target=tokens)
    found = find([pieces], Kind.CROSS, 1, lambda scores: scores.confidence, 1)
    assert [each.pair for each in found] == [pieces.pair]


def test_of_errors_the_smallest_come_first_and_keep_their_sign() -> None:
    maps = [plant(5, 0.9), plant(6, 0.6)]
    (_, head), trait = fill(KindTally(Kind.CROSS), maps).score(), Trait("error", lambda scores: scores.confidence, True)
    found = find_typical_sentences(maps, head, trait, 2)
    assert [each.value for each in found] == pytest.approx([0.6, 0.9])


def test_another_head_has_values_of_its_own_and_a_missing_measure_no_sentences() -> None:
    maps = [plant(5, 0.9)]
    (uniform,) = find(maps, Kind.CROSS, 0, lambda scores: scores.confidence, 3)
    assert abs(uniform.value - 0.2) < 1e-6
    assert find(maps, Kind.CROSS, 0, lambda _: None, 3) == ()


def test_every_sentence_is_read_at_the_offset_of_the_head() -> None:
    """A sentence on which all rows look back is no example of a head that looks ahead elsewhere."""
    ahead, back, mixed = plant_offsets(*[1] * 8), plant_offsets(*[-1] * 6), plant_offsets(1, 1, 1, -1, 0)
    maps = [back, mixed, ahead, ahead]
    (head,) = fill(KindTally(Kind.ENCODER), maps).score()
    assert head.best_offset == 1
    found = find(maps, Kind.ENCODER, 0, lambda scores: scores.offset_share, 4)
    assert [each.pair for each in found] == [ahead.pair, ahead.pair, mixed.pair, back.pair]
    assert [each.value for each in found] == pytest.approx([1, 1, 3 / 4, 0])


def test_every_sentence_is_read_at_the_end_of_the_head() -> None:
    on_first, on_last = (plant_offsets(*(end - place for place in range(5))) for end in (0, 4))
    maps = [on_last, on_first, on_first]
    found = find(maps, Kind.ENCODER, 0, lambda scores: scores.sink, 3)
    assert [each.value for each in found] == [1, 1, 0]


def test_a_sentence_too_short_for_the_offset_is_left_out() -> None:
    long = plant_offsets(*[5] * 12)
    short = plant_offsets(*[1] * 4)
    maps = [*[long] * 3, short]
    assert {each.pair for each in find(maps, Kind.ENCODER, 0, lambda scores: scores.offset_share, 4)} == {long.pair}
