"""Scores of heads agree with the evaluation, and are missing without gold links."""

import numpy as np
import pytest

from model.analysis.head_alignment import score_heads
from model.corpus import Corpus, Pair
from model.training.evaluation import evaluate
from model.training.snapshot import Snapshot


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
