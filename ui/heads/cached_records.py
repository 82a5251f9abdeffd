"""What is measured on a snapshot: the scores of its heads, their importance, and word aligners beside them."""

from collections.abc import Callable, Mapping

from model.analysis.aligner_report import AlignerReport, LexicalAligners, report_aligners, train_aligners
from model.analysis.attributions import Scores, attribute_token, correlate_sentence
from model.analysis.head_report import HeadScores, report_heads
from model.analysis.sample_size import N_SENTENCES
from model.analysis.teacher_forced_maps import read_maps
from model.analysis.typical_sentences import TypicalSentence, find_typical_sentences
from model.corpus import Corpus
from model.data.typed_sentence import Sentence
from model.runs.importance_run import ImportanceRun
from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from model.transformer.kind import Kind
from ui.runs.cached_records import compute_translation
from ui.runs.record_cache import cache_records
from ui.runs.registry import get_registry

Read = Callable[[HeadScores], float | None]

N_TYPICAL = 5  # sentences of a head


@cache_records(max_entries=100, spinner="Measuring every head …")
def measure_heads(snapshot: Snapshot, corpus: Corpus) -> tuple[HeadScores, ...]:
    """Return the scores of every head over held-out sentences; a snapshot is measured once, in about a second.

    Raises:
        ValueError: no held-out sentence has two tokens.
    """
    return report_heads(snapshot.translator, corpus.held_out[:N_SENTENCES])


@cache_records(max_entries=200, spinner="Looking through the held-out sentences …")
def list_typical_sentences(
    snapshot: Snapshot, corpus: Corpus, head: tuple[Kind, int, int], measure: str, _read: Read
) -> tuple[TypicalSentence, ...]:
    """Return the held-out sentences on which a head shows a measure most, in about a second.

    Args:
        snapshot: the weights.
        corpus: of the sentences.
        head: kind, layer and head, counted from 0.
        measure: name of the measure.
        _read: returns it.
    """
    maps = read_maps(snapshot.translator, corpus.held_out[:N_SENTENCES], [head[0]])
    return find_typical_sentences(maps, *head, _read, N_TYPICAL)


@cache_records(max_entries=16)  # each holds a model until it has been measured
def open_importance(snapshot: Snapshot, _run: TrainingRun) -> ImportanceRun:
    """Return the one measurement of the importance of a snapshot's heads."""
    pairs, lock = _run.corpus.held_out[:N_SENTENCES], get_registry().trainer_lock
    return ImportanceRun(_run.digest, snapshot, pairs, _run.folder, lock=lock)


@cache_records(max_entries=50, spinner="Measuring the alignment …")
def measure_aligners(snapshot: Snapshot, corpus: Corpus) -> AlignerReport:
    """Return the aligners compared over held-out sentences; a snapshot is measured once, in about a second.

    Raises:
        ValueError: no pair has links.
        OSError: the training pairs cannot be read.
    """
    return report_aligners(snapshot.translator, _train_aligners(corpus), corpus.train, corpus.held_out[:N_SENTENCES])


@cache_records(max_entries=8, spinner="Training the aligners …")
def _train_aligners(corpus: Corpus) -> LexicalAligners:
    return train_aligners(corpus.train)


@cache_records(max_entries=300)
def compute_attributions(snapshot: Snapshot, sentence: Sentence, step: int) -> Mapping[str, Scores]:
    """Return the scores of the source tokens by method, for the token that a step generates, counted from 0."""
    translation = compute_translation(snapshot, sentence)
    return attribute_token(snapshot.translator, sentence.words, translation, step)


@cache_records(max_entries=2000)  # under 10 kB each
def correlate_held_out(snapshot: Snapshot, words: tuple[str, ...]) -> tuple[Mapping[str, float | None], ...]:
    """Return the rank correlations of the methods with leaving out, for every word generated for a sentence."""
    return correlate_sentence(snapshot.translator, words)
