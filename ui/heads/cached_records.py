"""What is measured on a snapshot: the scores of its heads, their importance, and word aligners beside them."""

from model.analysis.aligner_report import AlignerReport, LexicalAligners, report_aligners, train_aligners
from model.analysis.head_report import HeadScores, report_heads
from model.corpus import Corpus
from model.runs.importance_run import ImportanceRun
from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from ui.runs.record_cache import cache_records

N_SENTENCES = 500  # held-out sentences measured


@cache_records(max_entries=100, spinner="Measuring every head …")
def measure_heads(snapshot: Snapshot, corpus: Corpus) -> tuple[HeadScores, ...]:
    """Return the scores of every head over held-out sentences; a snapshot is measured once, in about a second.

    Raises:
        ValueError: no held-out sentence has two tokens.
    """
    return report_heads(snapshot.translator, corpus.held_out[:N_SENTENCES])


@cache_records(max_entries=100)
def open_importance(snapshot: Snapshot, _run: TrainingRun) -> ImportanceRun:
    """Return the one measurement of the importance of a snapshot's heads."""
    return ImportanceRun(_run.digest, snapshot, _run.corpus.held_out[:N_SENTENCES], _run.folder)


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
