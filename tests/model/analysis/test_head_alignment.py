"""Scores of heads agree with the evaluation, and are missing without gold links."""

import numpy as np
import pytest

from model.analysis.head_alignment import AlignmentScores, AlignmentTally, score_heads
from model.analysis.teacher_forced_maps import PairMaps
from model.corpus import Corpus, Pair
from model.training.evaluation import evaluate
from model.training.snapshot import Snapshot
from tests.model.analysis.planted_maps import PAIR, plant_maps


def test_the_mean_of_the_last_layer_scores_as_in_the_evaluation(snapshot: Snapshot, corpus: Corpus) -> None:
    pairs = corpus.held_out[:200]
    scores = score_heads(snapshot.translator, pairs)
    config = snapshot.translator.model.config
    assert scores is not None
    assert scores.shape == (config.n_layers, config.n_heads + 1)
    assert scores[-1, -1] == pytest.approx(evaluate(snapshot.translator, pairs).alignment_accuracy)
    assert ((scores > 0) & (scores <= 1)).all()


def test_a_pair_in_which_everything_is_linked_scores_one(snapshot: Snapshot) -> None:
    words = (("the", "cat", "sees"), ("le", "chat", "voit"))
    everything = frozenset((i, j) for i in range(3) for j in range(3))
    assert np.all(score_heads(snapshot.translator, [Pair(*words, everything)]) == 1)


def test_the_links_of_all_source_words_to_one_target_word_add_up(snapshot: Snapshot) -> None:
    words = (("the", "cat", "sees"), ("le", "chat", "voit"))
    scores = [score_heads(snapshot.translator, [Pair(*words, frozenset({(i, 1)}))]) for i in range(3)]
    assert np.all(np.sum(scores, axis=0) == 1)


def test_without_gold_links_there_are_no_scores(snapshot: Snapshot) -> None:
    assert score_heads(snapshot.translator, [Pair(("the", "cat"), ("le", "chat"), frozenset())]) is None


AT_GENERATED, AT_FED, DIAGONAL = [0, 2, 1, 0], [0, 0, 2, 1], [0, 1, 2, 2]


def _score(maps: PairMaps, *, is_fed: bool = False) -> AlignmentScores:
    tally = AlignmentTally(is_fed=is_fed)
    tally.add(maps)
    scores = tally.score()
    assert scores is not None
    return scores


def test_each_reading_finds_the_head_planted_for_it() -> None:
    maps = plant_maps(PAIR, [AT_GENERATED, AT_FED])
    generated, fed = _score(maps), _score(maps, is_fed=True)
    assert generated.accuracy[0, 0] == fed.accuracy[0, 1] == 1
    assert generated.error_rate[0, 0] == fed.error_rate[0, 1] == 0
    assert max(generated.accuracy[0, 1], fed.accuracy[0, 0]) < 1


def test_the_error_rate_of_a_diagonal_by_hand() -> None:
    linked_twice = Pair(PAIR.source, PAIR.target, PAIR.alignment | {(0, 1)})
    scores = _score(plant_maps(linked_twice, [DIAGONAL]))  # 1 of 3 predicted links is gold, of 4
    assert scores.accuracy[0, 0] == pytest.approx(1 / 3)
    assert scores.error_rate[0, 0] == pytest.approx(1 - 2 / 7)
