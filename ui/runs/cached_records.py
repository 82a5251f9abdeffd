"""Translations and scores of heads by snapshot.

Shapes: L layers, H heads.
"""

import numpy as np
from numpy.typing import NDArray

from model.analysis import head_alignment, head_offsets
from model.analysis.head_measures import HeadMeasures
from model.analysis.measured_pairs import choose_short
from model.analysis.prediction_scores import PredictionScores, score_without
from model.analysis.sample_size import N_QUICK, N_SENTENCES
from model.corpus import Corpus, Pair
from model.data.batches import EncodedPairs
from model.data.sentence import Sentence
from model.inference import beam_search, sampled_decoding
from model.inference.beam_search import BeamSearch
from model.inference.greedy_decoding import translate
from model.inference.hypothesis import Hypothesis
from model.inference.intervention import UNCHANGED, Intervention
from model.inference.sampling import Sampling
from model.inference.translation import Translation
from model.training.snapshot import Snapshot
from model.transformer.kind import Kind
from ui.runs.record_cache import cache_records
from ui.runs.shown_run import ShownRun, ShownSnapshot

_FEW_MAPS = 24  # two layers of four heads for each kind of attention


def compute_translation(snapshot: ShownSnapshot, sentence: Sentence) -> Translation:
    """Return the record of decoding a sentence greedily."""
    return compute_changed_translation(snapshot, sentence, UNCHANGED)


def compute_changed_translation(snapshot: ShownSnapshot, sentence: Sentence, intervention: Intervention) -> Translation:
    """Return the record of decoding a sentence greedily under an intervention."""
    sizes = snapshot.translator.model.config
    n_maps = sum(sizes.count_layers(kind) * sizes.count_heads(kind) for kind in Kind)
    keep = _keep_small_translation if n_maps <= _FEW_MAPS else _keep_large_translation
    return keep(snapshot, sentence, intervention)


@cache_records(max_entries=150)  # some 10 kB each, and 1 MB for the longest sentences
def _keep_small_translation(snapshot: ShownSnapshot, sentence: Sentence, intervention: Intervention) -> Translation:
    return _translate(snapshot, sentence, intervention)


@cache_records(max_entries=20)  # some 10 MB each for 60 tokens under 12 layers of 16 heads
def _keep_large_translation(snapshot: ShownSnapshot, sentence: Sentence, intervention: Intervention) -> Translation:
    return _translate(snapshot, sentence, intervention)


def _translate(snapshot: ShownSnapshot, sentence: Sentence, intervention: Intervention) -> Translation:
    edits, forced = intervention.edits, dict(intervention.forced)
    return translate(snapshot.translator, sentence.words, texts=sentence.texts, edits=edits, forced=forced)


@cache_records(max_entries=50)
def search_beam(
    snapshot: ShownSnapshot, sentence: Sentence, width: int, penalty: float, intervention: Intervention
) -> BeamSearch:
    """Return the beam search over the translations of a sentence; forced tokens are not read."""
    return beam_search.search_beam(
        snapshot.translator, sentence.words, width, length_penalty=penalty, edits=intervention.edits
    )


@cache_records(max_entries=50)
def sample_translations(
    snapshot: ShownSnapshot, sentence: Sentence, sampling: Sampling, n: int, intervention: Intervention
) -> tuple[Hypothesis, ...]:
    """Return sampled translations of a sentence; forced tokens are not read."""
    return sampled_decoding.sample_translations(
        snapshot.translator, sentence.words, sampling, n, intervention=intervention
    )


def score_heads(snapshot: Snapshot, run: ShownRun) -> NDArray[np.float64] | None:
    """Return the alignment accuracy of every cross-attention head, (L, H + 1), the mean of heads last.

    None if the corpus has no gold alignment. A snapshot is scored once, in some 0.2 s for the default model.
    """
    return _score_heads(snapshot, run.corpus, _count_scored(snapshot, run))


def measure_offsets(snapshot: Snapshot, run: ShownRun, kind: Kind) -> HeadMeasures | None:
    """Return the measures of every head of a kind, (L, H + 1), the mean of heads last; None if no row has two keys."""
    return _measure_offsets(snapshot, run.corpus, kind, _count_scored(snapshot, run))


def _count_scored(snapshot: Snapshot, run: ShownRun) -> int:
    """Return how many held-out sentences heads are scored on: as many as on the page of heads once it is trained."""
    return N_SENTENCES if snapshot.step >= run.state.steps else N_QUICK


@cache_records(max_entries=50)
def choose_pairs(snapshot: Snapshot, corpus: Corpus, n: int) -> tuple[Pair, ...]:
    """Return the first held-out pairs that are short enough to measure heads on, at most ``n``."""
    return choose_short(snapshot.translator, corpus.held_out, n)


@cache_records(max_entries=200, spinner="Measuring …")
def score_without_heads(snapshot: Snapshot, corpus: Corpus, intervention: Intervention) -> PredictionScores:
    """Return the scores of a snapshot without the heads that are off; ``choose_pairs`` has found pairs to score.

    A set of heads is measured once, in some 0.4 s for the default model.
    """
    translator, pairs = snapshot.translator, choose_pairs(snapshot, corpus, N_SENTENCES)
    encoded = EncodedPairs(pairs, translator.source, translator.target, translator.model.device)
    return score_without(translator, pairs, encoded, intervention.off, is_uniform=intervention.is_uniform)


@cache_records(max_entries=200)
def _score_heads(snapshot: Snapshot, corpus: Corpus, n: int) -> NDArray[np.float64] | None:
    scores = head_alignment.score_heads(snapshot.translator, choose_pairs(snapshot, corpus, n))
    if scores is not None:
        scores.setflags(write=False)
    return scores


@cache_records(max_entries=200)
def _measure_offsets(snapshot: Snapshot, corpus: Corpus, kind: Kind, n: int) -> HeadMeasures | None:
    return head_offsets.measure_offsets(snapshot.translator, choose_pairs(snapshot, corpus, n), kind)
