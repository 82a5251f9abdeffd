"""All methods score the same tokens, and are compared with leaving out by ranks."""

import numpy as np
import pytest

from model.analysis.attributions import (
    LEAVING_OUT,
    METHODS,
    attribute_tokens,
    correlate_methods,
    correlate_sentence,
    take_row,
)
from model.corpus import Corpus
from model.inference.greedy_decoding import translate
from model.training.snapshot import Snapshot

WORDS = ["the", "small", "black", "dog", "sleeps"]
OTHERS = [name for name in METHODS if name != LEAVING_OUT]


def test_every_method_gives_one_read_only_number_per_token_and_source_token(snapshot: Snapshot) -> None:
    translation = translate(snapshot.translator, WORDS)
    n_steps = len(translation.steps)
    scores = attribute_tokens(snapshot.translator, WORDS, translation, range(n_steps))
    assert list(scores) == list(METHODS)
    for each in scores.values():
        assert each.shape == (n_steps, len(WORDS))
        assert np.isfinite(each).all()
        assert not each.flags.writeable


@pytest.mark.parametrize("name", METHODS)
def test_a_token_scores_the_same_alone_and_among_others(snapshot: Snapshot, name: str) -> None:
    """No later token leaks into an earlier one, and no row into another."""
    translation = translate(snapshot.translator, WORDS)
    n_steps = len(translation.steps)
    together = attribute_tokens(snapshot.translator, WORDS, translation, range(n_steps))[name]
    alone = [attribute_tokens(snapshot.translator, WORDS, translation, [step])[name][0] for step in range(n_steps)]
    np.testing.assert_allclose(together, alone, rtol=1e-3, atol=1e-4)
    assert np.abs(np.diff(together, axis=0)).max() > 0.1, "the comparison would be empty"


def test_methods_find_the_linked_word_where_the_diagonal_does_not(snapshot: Snapshot, corpus: Corpus) -> None:
    """Over many sentences, as a single token may also depend on a neighbour; all but gradient × input are known to."""
    found: dict[str, list[bool]] = {name: [] for name in METHODS}
    for pair in corpus.held_out[:60]:
        translation = translate(snapshot.translator, pair.source)
        reordered = {j: i for i, j in pair.alignment if i != j and [b for _, b in pair.alignment].count(j) == 1}
        if reordered and translation.words == pair.target:
            scores = attribute_tokens(snapshot.translator, pair.source, translation, list(reordered))
            for name in METHODS:
                found[name] += (scores[name].argmax(axis=1) == list(reordered.values())).tolist()
    assert len(found[LEAVING_OUT]) > 50
    for name in ("attention", "attention × norm", "rollout", "integrated gradients", LEAVING_OUT):
        assert np.mean(found[name]) > 0.75, name


def test_a_method_that_orders_like_leaving_out_correlates_fully() -> None:
    reference = np.array([0.0, 3.0, 1.0])
    scores = dict.fromkeys(OTHERS, np.exp(reference)) | {"rollout": -reference, LEAVING_OUT: reference}
    assert correlate_methods(scores) == pytest.approx(dict.fromkeys(OTHERS, 1.0) | {"rollout": -1.0})


def test_two_tokens_have_no_correlation() -> None:
    scores = dict.fromkeys(METHODS, np.array([0.0, 1.0]))
    assert set(correlate_methods(scores).values()) == {None}


def test_a_sentence_has_correlations_for_every_generated_word(snapshot: Snapshot) -> None:
    translation = translate(snapshot.translator, WORDS)
    found = correlate_sentence(snapshot.translator, WORDS)
    assert len(found) == len(translation.words)
    assert found[1] == pytest.approx(
        correlate_methods(take_row(attribute_tokens(snapshot.translator, WORDS, translation, [1]), 0))
    )
