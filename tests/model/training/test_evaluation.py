"""Scores equal those of greedy decoding, subwords are scored as words, and the longest sentences fit a model."""

from dataclasses import replace

import pytest
import torch

from model.analysis.alignment_reading import ALL_HEADS
from model.analysis.teacher_forced_maps import read_maps
from model.corpus import Corpus, Pair
from model.corpus.tsv import read_pairs
from model.corpus.tsv_line import Limits
from model.data.batches import EncodedPairs
from model.inference.greedy_decoding import length_limit, translate
from model.training.evaluation import evaluate
from model.training.snapshot import Snapshot
from model.training.translation_task import build_translator
from model.training.typing_evaluation import evaluate_typing
from model.transformer.config import MAX_LENGTH, ModelConfig
from model.transformer.kind import Kind

TINY = ModelConfig(n_layers=1, n_heads=1, d_model=8, d_ff=8)


def test_the_default_training_reaches_its_scores(snapshot: Snapshot, corpus: Corpus) -> None:
    assert snapshot.evaluation.n_sentences == 1000
    assert snapshot.evaluation.exact_match >= 0.98
    assert snapshot.evaluation.alignment_accuracy >= 0.88  # ten seeds: 0.905 to 0.956
    typed = evaluate_typing(snapshot.translator, corpus.held_out[:500])  # as many as the goals are set for
    assert typed.calibration_error <= 0.03
    assert typed.doubled_share <= 0.005
    assert typed.length_limit_share == 0
    assert typed.normalized_erasure <= 0.2


def test_the_default_training_is_read_as_a_word_alignment(snapshot: Snapshot, corpus: Corpus) -> None:
    maps = read_maps(snapshot.translator, corpus.held_out[:1000], [Kind.CROSS])
    mutual = ALL_HEADS.score(maps)
    assert mutual is not None
    assert mutual >= 0.96


def test_teacher_forced_exact_match_is_greedy_exact_match(snapshot: Snapshot, corpus: Corpus) -> None:
    weak = snapshot.translator.frozen()
    with torch.no_grad():  # enough noise to get a part of the sentences wrong
        torch.manual_seed(0)
        weak.model.output.weight.add_(0.25 * torch.randn_like(weak.model.output.weight))
    pairs = corpus.held_out[:150]
    greedy = sum(translate(weak, pair.source).words == pair.target for pair in pairs) / len(pairs)
    assert 0.05 < greedy < 0.95
    assert evaluate(weak, pairs).exact_match == pytest.approx(greedy)


def test_every_held_out_sentence_is_scored(raw_text_snapshot: Snapshot, raw_text: Corpus) -> None:
    scores = evaluate(raw_text_snapshot.translator, raw_text.held_out)
    assert scores.n_sentences == len(raw_text.held_out)


@pytest.mark.parametrize("is_training", [False, True])
def test_a_model_is_left_in_its_mode(small_corpus: Corpus, is_training: bool) -> None:
    translator = build_translator(small_corpus, TINY, 0, torch.device("cpu"))
    translator.model.train(is_training)
    evaluate(translator, small_corpus.held_out[:4])
    assert translator.model.training is is_training


def test_nothing_is_dropped_while_a_model_in_training_is_scored(small_corpus: Corpus) -> None:
    translator = build_translator(small_corpus, replace(TINY, dropout=0.5), 0, torch.device("cpu"))
    translator.model.train()
    pairs = small_corpus.held_out[:4]
    assert evaluate(translator, pairs) == evaluate(translator, pairs)


def test_the_longest_sentence_that_is_read_fits_the_positions_of_a_model(raw_text_snapshot: Snapshot) -> None:
    most = Limits().characters
    assert most + 2 <= MAX_LENGTH
    assert length_limit(most) == MAX_LENGTH
    (pair,) = read_pairs(b"a" * most + b"\t" + b"\xc3\xa9" * most)  # letters that were and were not learned
    evaluate(raw_text_snapshot.translator, [pair])
    (pair,) = read_pairs(b"\t".join([b" ".join([b"1234567890"] * 90)] * 2))
    encoded = EncodedPairs(
        [pair], raw_text_snapshot.translator.source, raw_text_snapshot.translator.target, torch.device("cpu")
    )
    assert encoded.batch(torch.tensor([0])).fed.shape[1] <= MAX_LENGTH
    assert (
        len(translate(raw_text_snapshot.translator, raw_text_snapshot.translator.source.tokenize(pair.source)).steps)
        <= MAX_LENGTH
    )


def test_alignment_is_scored_between_words(raw_text_snapshot: Snapshot) -> None:
    words = (("Margaret", "sings!"), ("Marguerite", "chanta!"))
    assert len(raw_text_snapshot.translator.source.tokenize(words[0])) > len(words[0])
    everything = frozenset((i, j) for i in range(2) for j in range(2))
    assert evaluate(raw_text_snapshot.translator, [Pair(*words, everything)]).alignment_accuracy == 1.0
    assert evaluate(raw_text_snapshot.translator, [Pair(*words, frozenset())]).alignment_accuracy is None
    shares = [
        evaluate(raw_text_snapshot.translator, [Pair(*words, frozenset({(word, 0), (word, 1)}))]).alignment_accuracy
        for word in range(2)
    ]
    assert sum(shares) == pytest.approx(1.0)  # each target word points at one source word
