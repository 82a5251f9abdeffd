"""The reading that is planted is chosen, whether at the generating or at the fed step, and links as planted."""

import numpy as np
import pytest

from model.analysis.alignment_reading import Reading, choose_reading
from model.analysis.teacher_forced_maps import PairMaps
from model.corpus import Pair
from model.inference.attention_maps import AttentionMaps
from model.transformer.kind import Kind
from tests.model.analysis.planted_maps import PAIR, plant_maps

UNLINKED = Pair(PAIR.source, PAIR.target, frozenset())
GENERATED, FED, WRONG = [0, 2, 1, 0], [1, 0, 2, 1], [2, 0, 0, 0]


@pytest.mark.parametrize(
    ("planted", "expected"),
    [
        (plant_maps(PAIR, [WRONG, WRONG], [WRONG, GENERATED]), Reading(1, 1, is_fed=False)),
        (plant_maps(PAIR, [WRONG, FED], [WRONG, WRONG]), Reading(0, 1, is_fed=True)),
    ],
)
def test_the_planted_head_is_chosen_and_links_every_word(planted: PairMaps, expected: Reading) -> None:
    assert choose_reading([planted]) == expected
    assert expected.align(planted) == PAIR.alignment


def test_the_mean_of_heads_is_chosen_where_no_head_is_as_good() -> None:
    weights = np.eye(3)[np.array(GENERATED)]
    halves = np.stack([weights * 0.6 + np.roll(weights, shift, axis=1) * 0.4 for shift in (1, 2)])
    halves[0, 0], halves[1, 1] = [0.4, 0.5, 0.1], [0.5, 0.1, 0.4]  # each head errs at another word, their mean nowhere
    halves[1, 0], halves[0, 1] = [0.9, 0.0, 0.1], [0.0, 0.1, 0.9]
    planted = PairMaps(PAIR, PAIR.source, PAIR.target, AttentionMaps({Kind.CROSS: halves[None].astype(np.float32)}))
    assert choose_reading([planted]) == Reading(0, None, is_fed=False)
    assert Reading(0, None, is_fed=False).align(planted) == PAIR.alignment


def test_the_mean_of_a_layer_is_that_of_its_own_heads() -> None:
    planted = plant_maps(PAIR, [WRONG, WRONG], [GENERATED, GENERATED])
    assert Reading(1, None).align(planted) == PAIR.alignment
    assert Reading(0, None).align(planted) != PAIR.alignment


def test_both_directions_are_read_where_a_word_looks_at_the_next_one() -> None:
    weights = np.eye(3)[np.array(GENERATED)]
    weights[0] = [0.45, 0.0, 0.55]  # "le" looks at "cat", on whose gender it depends; "chat" looks at it more
    planted = PairMaps(
        PAIR, PAIR.source, PAIR.target, AttentionMaps({Kind.CROSS: weights[None, None].astype(np.float32)})
    )
    assert Reading(0, 0).align(planted) == {(2, 0), (2, 1), (1, 2)}
    chosen = choose_reading([planted])
    assert chosen == Reading(0, 0, is_mutual=True)
    assert chosen.align(planted) == PAIR.alignment


def test_all_heads_together_are_right_where_each_layer_errs_at_another_word() -> None:
    weights = np.eye(3)[np.array(GENERATED)]
    halves = np.stack([weights * 0.6 + np.roll(weights, shift, axis=1) * 0.4 for shift in (1, 2)])
    halves[0, 0], halves[1, 1] = [0.4, 0.5, 0.1], [0.5, 0.1, 0.4]
    halves[1, 0], halves[0, 1] = [0.9, 0.0, 0.1], [0.0, 0.1, 0.9]
    planted = PairMaps(PAIR, PAIR.source, PAIR.target, AttentionMaps({Kind.CROSS: halves[:, None].astype(np.float32)}))
    assert choose_reading([planted]) == Reading()
    assert Reading().align(planted) == PAIR.alignment


@pytest.mark.parametrize(("planted", "share"), [(GENERATED, 1.0), ([0, 2, 0, 0], 2 / 3), (WRONG, 0.0)])
def test_a_reading_is_scored_by_the_words_that_it_links_right(planted: list[int], share: float) -> None:
    assert Reading().score([plant_maps(PAIR, [planted])]) == pytest.approx(share)
    assert Reading().score([plant_maps(UNLINKED, [planted])]) is None


def test_pieces_of_words_are_read_as_words() -> None:
    planted = plant_maps(PAIR, [GENERATED])
    pieces = PairMaps(Pair(("the", "cat"), ("le", "chat"), frozenset()), ("the", "ca", "‧t"), ("le", "ch", "‧at"),
                      planted.maps)  # fmt: skip
    assert Reading(0, 0, is_fed=False).align(pieces) == {(0, 0), (1, 1)}


def test_without_links_no_reading_is_chosen() -> None:
    assert choose_reading([plant_maps(UNLINKED, [GENERATED])]) is None
    assert choose_reading([]) is None
