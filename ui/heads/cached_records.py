"""Cached measurements of a snapshot.

They are the scores of its heads with their typical sentences, the importance of heads, word aligners beside them,
attributions, and the agreement of attribution methods.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from model.analysis.aligner_report import AlignerReport, TrainedAligners, report_aligners, train_aligners
from model.analysis.attributions import Scores, attribute_tokens, measure_incompleteness
from model.analysis.head_report import HeadScores, report_heads
from model.analysis.head_trait import Trait
from model.analysis.sample_size import N_QUICK, N_SENTENCES
from model.analysis.teacher_forced_maps import PairMaps, read_maps
from model.analysis.typical_sentences import TypicalSentence, find_typical_sentences
from model.corpus import Corpus, Pair
from model.data.sentence import Sentence
from model.inference.named_head import Head
from model.runs.agreement_run import AgreementRun
from model.runs.importance_run import ImportanceRun
from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from ui.runs import cached_records
from ui.runs.record_cache import SlowRecord, cache_records
from ui.runs.registry import get_registry
from ui.runs.shown_run import is_changing

Watch = Callable[[Iterable[PairMaps]], Iterable[PairMaps]]

N_TYPICAL = 5  # sentences of a head


def choose_measured_pairs(run: TrainingRun, snapshot: Snapshot) -> tuple[Pair, ...]:
    """Return the held-out pairs that heads are measured on: fewer while each new snapshot begins it anew."""
    return cached_records.choose_pairs(snapshot, run.corpus, N_QUICK if is_changing(run, snapshot) else N_SENTENCES)


def measure_heads(snapshot: Snapshot, corpus: Corpus, pairs: Sequence[Pair], watch: Watch) -> tuple[HeadScores, ...]:
    """Return the scores of every head over held-out sentences, which take some 5 s for a snapshot and are kept.

    Args:
        snapshot: the weights.
        corpus: of the pairs.
        pairs: the first of its held-out ones.
        watch: shows the progress.

    Raises:
        ValueError: no held-out sentence has two tokens.
    """
    return _keep_heads(snapshot, corpus, len(pairs)).get(lambda: report_heads(snapshot.translator, pairs, watch))


def list_typical_sentences(
    snapshot: Snapshot, corpus: Corpus, pairs: Sequence[Pair], scores: HeadScores, trait: Trait, watch: Watch
) -> tuple[TypicalSentence, ...]:
    """Return the held-out sentences on which a head shows a measure most, which take some 3 s and are kept.

    Args:
        snapshot: the weights.
        corpus: of the pairs.
        pairs: the first of its held-out ones.
        scores: of the head over these pairs.
        trait: the measure.
        watch: shows the progress.
    """
    kept = _keep_typical_sentences(snapshot, corpus, len(pairs), scores.head, trait.name)
    maps = read_maps(snapshot.translator, pairs, [scores.head.kind])
    return kept.get(lambda: find_typical_sentences(watch(maps), scores, trait, N_TYPICAL))


@cache_records(max_entries=100)
def _keep_heads(snapshot: Snapshot, corpus: Corpus, n_pairs: int) -> SlowRecord[tuple[HeadScores, ...]]:
    return SlowRecord()


@cache_records(max_entries=200)
def _keep_typical_sentences(
    snapshot: Snapshot, corpus: Corpus, n_pairs: int, head: Head, name: str
) -> SlowRecord[tuple[TypicalSentence, ...]]:
    return SlowRecord()


@cache_records(max_entries=16)  # each holds a model until it has been measured
def open_importance(snapshot: Snapshot, _run: TrainingRun) -> ImportanceRun:
    """Return the one measurement of the importance of a snapshot's heads."""
    pairs, lock = cached_records.choose_pairs(snapshot, _run.corpus, N_SENTENCES), get_registry().measurement_lock
    return ImportanceRun(_run.digest, snapshot, pairs, _run.folder, lock=lock)


@cache_records(max_entries=16)
def open_agreement(snapshot: Snapshot, _run: TrainingRun) -> AgreementRun:
    """Return the one comparison of attribution methods for a snapshot, over the held-out sentences."""
    tokenize, lock = snapshot.translator.source.tokenize, get_registry().measurement_lock
    pairs = cached_records.choose_pairs(snapshot, _run.corpus, N_SENTENCES)
    sentences = [tuple(tokenize(pair.source)) for pair in pairs if pair.source]
    return AgreementRun(_run.digest, snapshot, sentences, _run.folder, lock=lock)


@cache_records(max_entries=50, spinner="Measuring the alignment …")
def measure_aligners(snapshot: Snapshot, corpus: Corpus) -> AlignerReport:
    """Return the aligners compared over held-out sentences; a snapshot is measured once, in about a second.

    Raises:
        CorpusError: the training pairs are damaged.
        OSError: the training pairs cannot be read.
        ValueError: no pair has links.
    """
    return report_aligners(snapshot.translator, _train_aligners(corpus), corpus.train, corpus.held_out[:N_QUICK])


@cache_records(max_entries=8, spinner="Training the aligners …")
def _train_aligners(corpus: Corpus) -> TrainedAligners:
    return train_aligners(corpus.train)


@cache_records(max_entries=300)
def compute_attributions(snapshot: Snapshot, sentence: Sentence, step: int) -> Mapping[str, Scores]:
    """Return the scores of the source tokens by method, (1, S), for the token that a step generates, counted from 0."""
    translation = cached_records.compute_translation(snapshot, sentence)
    return attribute_tokens(snapshot.translator, sentence.words, translation, [step])


@cache_records(max_entries=300)
def compute_incompleteness(snapshot: Snapshot, sentence: Sentence, step: int) -> float:
    """Return how far the integrated gradients are from their sum, as a share of it; arguments as above."""
    translation = cached_records.compute_translation(snapshot, sentence)
    scores = compute_attributions(snapshot, sentence, step)
    return measure_incompleteness(snapshot.translator, sentence.words, translation, [step], scores).item()
