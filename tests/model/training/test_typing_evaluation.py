"""Scores of sentences typed word by word: doubled words, endless translations, and words taken back."""

from itertools import pairwise

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from model.corpus import Corpus, Pair
from model.inference.greedy_decoding import translate
from model.inference.translator import Translator
from model.training.evaluation import evaluate
from model.training.snapshot import Snapshot
from model.training.typing_evaluation import count_erased_words, evaluate_typing, has_doubled_word

WORDS = st.lists(st.sampled_from("abc"), max_size=6)


def saying(snapshot: Snapshot, word: str) -> Translator:
    """A translator that says one word for ever."""
    stubborn = snapshot.translator.frozen()
    with torch.no_grad():
        stubborn.model.output.bias[stubborn.target.encode([word])[0]] = 1e4
    return stubborn


def test_a_word_that_follows_itself_is_doubled() -> None:
    assert has_doubled_word(["le", "chat", "chat"])
    assert not has_doubled_word(["le", "chat", "le", "chat"])
    assert not has_doubled_word([])


def test_words_after_the_common_beginning_are_taken_back() -> None:
    typed = [["le"], ["le", "petit"], ["la", "petite", "fille"], ["la", "petite", "fille", "dort"]]
    assert count_erased_words(typed) == 2
    assert count_erased_words([["le", "chat"], ["le"], ["le", "chien"]]) == 1, "what is cut off is taken back"


@given(st.lists(WORDS, min_size=1, max_size=6))
def test_nothing_is_taken_back_if_and_only_if_each_translation_goes_on_with_the_one_before(typed) -> None:
    grows = all(later[: len(earlier)] == earlier for earlier, later in pairwise(typed))
    assert (count_erased_words(typed) == 0) == grows
    assert count_erased_words(typed) <= sum(map(len, typed[:-1]))


def test_scores_are_those_of_the_translations_that_a_person_sees(snapshot: Snapshot, corpus: Corpus) -> None:
    pairs, translator = corpus.held_out[:12], snapshot.translator
    erased = n_words = n_doubled = n_proper = 0
    for pair in pairs:
        seen = [translate(translator, pair.source[:n]).vocabulary_tokens[:-1] for n in range(1, len(pair.source) + 1)]
        erased += count_erased_words(seen)
        n_words += len(seen[-1])
        n_doubled += sum(map(has_doubled_word, seen[:-1]))
        n_proper += len(seen) - 1
    scores = evaluate_typing(translator, pairs)
    assert scores.normalized_erasure == pytest.approx(erased / n_words)
    assert scores.doubled_share == pytest.approx(n_doubled / n_proper)
    assert scores.length_limit_share == 0
    assert 0 < scores.calibration_error < 0.2


def test_one_word_for_ever_is_doubled_endless_and_never_taken_back(snapshot: Snapshot, corpus: Corpus) -> None:
    scores = evaluate_typing(saying(snapshot, "le"), corpus.held_out[:5])
    assert (scores.doubled_share, scores.length_limit_share, scores.normalized_erasure) == (1, 1, 0)
    assert scores.calibration_error > 0.5


def test_sentences_of_one_word_have_no_proper_beginning(snapshot: Snapshot) -> None:
    scores = evaluate_typing(snapshot.translator, [Pair(("she",), ("elle",), frozenset({(0, 0)}))])
    assert (scores.doubled_share, scores.length_limit_share, scores.normalized_erasure) == (None, None, None)


def test_words_are_counted_not_subwords(raw_text_snapshot: Snapshot) -> None:
    translator = saying(raw_text_snapshot, next(t for t in raw_text_snapshot.translator.target.words if t[0] == "‧"))
    pairs = [Pair(("Margaret", "sings!"), ("Marguerite", "chanta!"), frozenset())]
    scores = evaluate_typing(translator, pairs)
    assert scores.length_limit_share == 1
    assert scores.doubled_share == 0, "a piece repeated within a word is no doubled word"
    assert scores.normalized_erasure == 1, "one long word replaces another"


def test_an_evaluation_measures_them_on_request_and_leaves_the_mode(snapshot: Snapshot, corpus: Corpus) -> None:
    translator, pairs = snapshot.translator.frozen(), corpus.held_out[:8]
    translator.model.train()
    assert evaluate(translator, pairs).normalized_erasure is None
    scores = evaluate(translator, pairs, n_typed=5)
    assert translator.model.training
    translator.model.eval()
    expected = evaluate_typing(translator, pairs[:5])
    assert (scores.normalized_erasure, scores.calibration_error) == (
        expected.normalized_erasure, expected.calibration_error
    )  # fmt: skip
